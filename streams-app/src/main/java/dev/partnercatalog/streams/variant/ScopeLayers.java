package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.FieldValues;
import org.jspecify.annotations.Nullable;

/**
 * What one scope itself says of a variant.
 *
 * @param override null where there is none, and always at a location
 * @param listed whether the scope lists the variant, by however many SKUs
 */
record ScopeLayers(@Nullable FieldValues override, @Nullable DisplayAttributes attributes, boolean listed) {

    static final ScopeLayers NONE = new ScopeLayers(null, null, false);

    /** Whether the scope says nothing, and so has no entry of its own. */
    boolean isEmpty() {
        return override == null && attributes == null && !listed;
    }

    ScopeLayers withOverride(@Nullable FieldValues changed) {
        return new ScopeLayers(changed, attributes, listed);
    }

    ScopeLayers withAttributes(@Nullable DisplayAttributes changed) {
        return new ScopeLayers(override, changed, listed);
    }

    ScopeLayers withListed(boolean changed) {
        return new ScopeLayers(override, attributes, changed);
    }
}
