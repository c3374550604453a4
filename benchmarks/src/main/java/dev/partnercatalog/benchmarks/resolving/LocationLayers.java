package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serde;

/** A location's layers of a variant, and its company's. */
record LocationLayers(DisplayAttributes attributes, CompanyLayerPair company) {

    private static final SingleObjectSerde<DisplayAttributes> ATTRIBUTES =
            new SingleObjectSerde<>(DisplayAttributes.class);

    static Serde<LocationLayers> serde() {
        return new PartsSerde<>(
                layers -> List.of(ATTRIBUTES.encode(layers.attributes), layers.company.encode()),
                parts -> new LocationLayers(
                        ATTRIBUTES.decode(Objects.requireNonNull(parts.get(0))),
                        CompanyLayerPair.decode(Objects.requireNonNull(parts.get(1)))));
    }

    dev.partnercatalog.resolution.DisplayAttributes attributeValues() {
        return VariantRecords.layer(attributes);
    }
}
