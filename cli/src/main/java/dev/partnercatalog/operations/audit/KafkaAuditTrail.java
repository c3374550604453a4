package dev.partnercatalog.operations.audit;

import dev.partnercatalog.operations.topic.RecordTopic;
import dev.partnercatalog.records.AuditRecord;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;

/** Writes to the audit log's topic. Records are rare, so each one uses its own producer. Thread-safe. */
public record KafkaAuditTrail(KafkaSettings kafka, SchemaRegistry registry) implements AuditTrail {

    @Override
    public void requireWritable(AuditRecord record) {
        topic().requireWritable(record);
    }

    @Override
    public void write(AuditRecord record) {
        topic().put(record.getOperator(), record);
    }

    private RecordTopic<AuditRecord> topic() {
        return new RecordTopic<>(CatalogTopic.AUDIT, AuditRecord.class, kafka, registry);
    }
}
