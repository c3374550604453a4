package dev.partnercatalog.resolution;

import org.jspecify.annotations.Nullable;

/**
 * One layer's value for one field, and whether it applies.
 *
 * @param value the layer's value; null if the layer doesn't set the field, and for an empty display name (D3)
 */
public record Candidate(Layer layer, @Nullable Object value, Outcome outcome) {

    /** Why a layer's value is or isn't the field's value. */
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
