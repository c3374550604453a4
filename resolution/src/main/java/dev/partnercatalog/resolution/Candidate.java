package dev.partnercatalog.resolution;

import org.jspecify.annotations.Nullable;

/**
 * What one layer has to say about one field, and what came of it.
 *
 * @param value what the layer holds; null where it says nothing, and for an empty display name (D3)
 */
public record Candidate(Layer layer, @Nullable Object value, Outcome outcome) {

    /** Why a layer's value is the field's, or isn't. */
    public enum Outcome {
        WON,
        /** The layer doesn't set the field. */
        NO_VALUE,
        /** The flag that governs this layer's value is off for the scope. */
        FLAG_OFF,
        /** A higher layer's value applies. */
        REPLACED
    }
}
