package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.util.Arrays;
import org.apache.kafka.common.serialization.Serde;
import org.jspecify.annotations.Nullable;

/** A company's layers of a variant; both are null if it only lists it. */
record CompanyLayerPair(
        @Nullable CompanyOverride override, @Nullable DisplayAttributes attributes) {

    static final CompanyLayerPair NONE = new CompanyLayerPair(null, null);

    private static final SingleObjectSerde<CompanyOverride> OVERRIDES = new SingleObjectSerde<>(CompanyOverride.class);
    private static final SingleObjectSerde<DisplayAttributes> ATTRIBUTES =
            new SingleObjectSerde<>(DisplayAttributes.class);
    private static final PartsSerde<CompanyLayerPair> SERDE = new PartsSerde<>(
            layers -> Arrays.asList(
                    layers.override == null ? null : OVERRIDES.encode(layers.override),
                    layers.attributes == null ? null : ATTRIBUTES.encode(layers.attributes)),
            parts -> of(parts.get(0), parts.get(1)));

    static Serde<CompanyLayerPair> serde() {
        return SERDE;
    }

    byte[] encode() {
        return SERDE.encode(this);
    }

    static CompanyLayerPair decode(byte[] bytes) {
        return SERDE.decode(bytes);
    }

    private static CompanyLayerPair of(byte @Nullable [] override, byte @Nullable [] attributes) {
        return new CompanyLayerPair(
                override == null ? null : OVERRIDES.decode(override),
                attributes == null ? null : ATTRIBUTES.decode(attributes));
    }

    @Nullable
    FieldValues overrideValues() {
        return override == null ? null : VariantRecords.layer(override);
    }

    dev.partnercatalog.resolution.@Nullable DisplayAttributes attributeValues() {
        return attributes == null ? null : VariantRecords.layer(attributes);
    }
}
