package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/**
 * What a location says of a variant, and its company.
 *
 * @param skus by which the location lists the variant, sorted
 */
record LocationLayers(@Nullable DisplayAttributes attributes, List<String> skus, CompanyLayers company) {

    private static final SingleObjectSerde<DisplayAttributes> ATTRIBUTES =
            new SingleObjectSerde<>(DisplayAttributes.class);

    static Serde<LocationLayers> serde() {
        return new PartsSerde<>(
                layers -> Arrays.asList(
                        layers.attributes == null ? null : ATTRIBUTES.encode(layers.attributes),
                        encode(layers.skus),
                        layers.company.encode()),
                parts -> {
                    byte[] attributes = parts.get(0);
                    return new LocationLayers(
                            attributes == null ? null : ATTRIBUTES.decode(attributes),
                            skus(Objects.requireNonNull(parts.get(1))),
                            CompanyLayers.decode(Objects.requireNonNull(parts.get(2))));
                });
    }

    static Serde<List<String>> skuSerde() {
        return new PartsSerde<>(skus -> List.of(encode(skus)), parts -> skus(Objects.requireNonNull(parts.get(0))));
    }

    LocationLayers with(CompanyLayers itsCompany) {
        return new LocationLayers(attributes, skus, itsCompany);
    }

    dev.partnercatalog.resolution.@Nullable DisplayAttributes attributeValues() {
        return attributes == null ? null : VariantRecords.layer(attributes);
    }

    /** An SKU holds no slash. */
    private static byte[] encode(List<String> skus) {
        return utf8(String.join("/", skus));
    }

    private static List<String> skus(byte[] bytes) {
        return bytes.length == 0 ? List.of() : List.of(text(bytes).split("/", -1));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
