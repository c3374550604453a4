package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.FieldValues;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one scope itself says of a variant.
 *
 * @param override null where there is none, and always at a location
 * @param skus by which the scope lists the variant, sorted
 */
record ScopeLayers(@Nullable FieldValues override, @Nullable DisplayAttributes attributes, List<String> skus) {

    /** In the order of a store's keys. */
    private static final Comparator<String> AS_STORED =
            Comparator.comparing(sku -> sku.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    static final ScopeLayers NONE = new ScopeLayers(null, null, List.of());

    /** Whether the scope says nothing, and so has no entry of its own. */
    boolean isEmpty() {
        return override == null && attributes == null && skus.isEmpty();
    }

    ScopeLayers withOverride(@Nullable FieldValues changed) {
        return new ScopeLayers(changed, attributes, skus);
    }

    ScopeLayers withAttributes(@Nullable DisplayAttributes changed) {
        return new ScopeLayers(override, changed, skus);
    }

    ScopeLayers withSku(String sku) {
        return new ScopeLayers(
                override,
                attributes,
                Stream.concat(skus.stream(), Stream.of(sku))
                        .distinct()
                        .sorted(AS_STORED)
                        .toList());
    }

    ScopeLayers withoutSku(String sku) {
        return new ScopeLayers(
                override,
                attributes,
                skus.stream().filter(each -> !each.equals(sku)).toList());
    }
}
