package dev.partnercatalog.streams.input;

import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.variant.LayerTopic;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.streams.input.InputEvent.LayerEvent;
import java.nio.ByteBuffer;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Reads the records of a topic that are layers of a variant, for {@link EventReader}. Not thread-safe. */
final class LayerEventReader<T extends SpecificRecord> {

    private final LayerTopic layer;
    private final RecordDeserializer<T> records;
    private final SingleObjectSerde<T> content;

    LayerEventReader(SchemaRegistry registry, LayerTopic layer, Class<T> type) {
        this.layer = layer;
        records = new RecordDeserializer<>(registry, type);
        content = new SingleObjectSerde<>(type);
    }

    /** @param topic the topic's full name */
    LayerEvent read(String topic, String key, byte @Nullable [] bytes) {
        ScopedVariant variant = layer.variant(key);
        T value = RecordForm.read(records, topic, bytes);
        EventRules.checkDecoded(layer.topic(), key, value);
        byte[] held = value == null ? null : content.encode(value);
        if (held != null) {
            RecordForm.encodedSize(layer.topic(), held);
        }
        LayerUpdate update = LayerUpdate.newBuilder()
                .setKind(layer.kind())
                .setCompanyId(VariantRecords.companyId(variant.scope()))
                .setLocationId(VariantRecords.locationId(variant.scope()))
                .setLayer(held == null ? null : ByteBuffer.wrap(held))
                .build();
        return new LayerEvent(variant.barcode(), update);
    }
}
