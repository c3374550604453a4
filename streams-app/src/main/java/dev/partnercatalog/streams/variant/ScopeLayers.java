package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.FieldValues;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one scope itself says of a variant.
 *
 * @param override null where there is none, and always at a location
 * @param skus by which the scope lists the variant, sorted
 */
record ScopeLayers(@Nullable FieldValues override, @Nullable DisplayAttributes attributes, List<String> skus) {

    static final ScopeLayers NONE = new ScopeLayers(null, null, List.of());

    /** Whether the scope says nothing, and so has no entry of its own. */
    boolean isEmpty() {
        return override == null && attributes == null && skus.isEmpty();
    }
}
