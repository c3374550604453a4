package dev.partnercatalog.streams.input;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.LocationVariantKey;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.streams.input.InputEvent.LayerEvent;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads the records that are layers of a variant, for {@link EventReader}. Not thread-safe. */
final class LayerEventReader {

    private final RecordDeserializer<BpdVariant> bpdVariants;
    private final RecordDeserializer<CompanyOverride> overrides;
    private final RecordDeserializer<DisplayAttributes> attributes;
    private final SingleObjectSerde<BpdVariant> bpdLayer = new SingleObjectSerde<>(BpdVariant.class);
    private final SingleObjectSerde<CompanyOverride> overrideLayer = new SingleObjectSerde<>(CompanyOverride.class);
    private final SingleObjectSerde<DisplayAttributes> attributesLayer =
            new SingleObjectSerde<>(DisplayAttributes.class);

    LayerEventReader(SchemaRegistry registry) {
        bpdVariants = new RecordDeserializer<>(registry, BpdVariant.class);
        overrides = new RecordDeserializer<>(registry, CompanyOverride.class);
        attributes = new RecordDeserializer<>(registry, DisplayAttributes.class);
    }

    InputEvent bpdVariant(String topic, String key, byte @Nullable [] bytes) {
        String barcode = Ids.requireBarcode(key);
        BpdVariant value = RecordForm.read(bpdVariants, topic, bytes);
        EventRules.bpdVariant(barcode, value);
        return layer(barcode, LayerKind.BPD, Scope.everywhere(), value == null ? null : bpdLayer.encode(value));
    }

    InputEvent companyOverride(String topic, String key, byte @Nullable [] bytes) {
        CompanyVariantKey id = CompanyVariantKey.parse(key);
        CompanyOverride value = RecordForm.read(overrides, topic, bytes);
        EventRules.companyOverride(id, value);
        return layer(
                id.barcode(),
                LayerKind.OVERRIDE,
                new Scope.Company(id.companyId()),
                value == null ? null : overrideLayer.encode(value));
    }

    InputEvent companyAttributes(String topic, String key, byte @Nullable [] bytes) {
        CompanyVariantKey id = CompanyVariantKey.parse(key);
        DisplayAttributes value = RecordForm.read(attributes, topic, bytes);
        EventRules.companyAttributes(id, value);
        return attributes(new Scope.Company(id.companyId()), id.barcode(), value);
    }

    InputEvent locationAttributes(String topic, String key, byte @Nullable [] bytes) {
        LocationVariantKey id = LocationVariantKey.parse(key);
        DisplayAttributes value = RecordForm.read(attributes, topic, bytes);
        EventRules.locationAttributes(id, value);
        return attributes(new Scope.Location(id.companyId(), id.locationId()), id.barcode(), value);
    }

    private InputEvent attributes(Scope scope, String barcode, @Nullable DisplayAttributes value) {
        return layer(barcode, LayerKind.ATTRIBUTES, scope, value == null ? null : attributesLayer.encode(value));
    }

    private static InputEvent layer(String barcode, LayerKind kind, Scope scope, byte @Nullable [] layer) {
        if (layer != null) {
            RecordForm.layerSize(layer);
        }
        LayerUpdate update = LayerUpdate.newBuilder()
                .setKind(kind)
                .setCompanyId(VariantRecords.companyId(scope))
                .setLocationId(VariantRecords.locationId(scope))
                .setLayer(layer == null ? null : ByteBuffer.wrap(layer))
                .build();
        return new LayerEvent(barcode, update);
    }
}
