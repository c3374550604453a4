package dev.partnercatalog.query.table;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;

/** Keeps a listing as it came, once its schema is known. */
final class SkuRecords implements StoredForm {

    private final RecordDeserializer<SkuBarcode> decoder;
    private final String topic;

    SkuRecords(SchemaRegistry registry, String topicPrefix) {
        topic = Table.SKUS.topicName(topicPrefix);
        decoder = new RecordDeserializer<>(registry, SkuBarcode.class);
    }

    @Override
    public byte[] of(String key, byte[] record) {
        decoder.deserialize(topic, record);
        return record;
    }

    @Override
    public byte[] ofUnreadable(byte[] record) {
        return record;
    }
}
