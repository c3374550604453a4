package dev.partnercatalog.operations.audit;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.NewestRecords;
import dev.partnercatalog.records.AuditRecord;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The audit log, as people and their commands read it. Thread-safe. */
public record AuditLog(KafkaSettings kafka, SchemaRegistry registry) {

    /**
     * A record and when it was written.
     *
     * @param time by the broker's clock
     */
    public record Entry(Instant time, AuditRecord record) {}

    /**
     * The result of a search.
     *
     * @param entries newest first
     * @param unreadable number of records that none of our programs wrote
     */
    public record Found(List<Entry> entries, int unreadable) {

        public Found {
            entries = List.copyOf(entries);
        }
    }

    /**
     * Returns the newest entries that match.
     *
     * @param limit the most entries to return
     * @throws OperatorFault if the brokers are unavailable or the topic doesn't exist
     * @throws dev.partnercatalog.schemas.topic.BrokerUnavailableException if they stop answering
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the schema can't be fetched
     */
    public Found newest(AuditFilter filter, int limit) {
        Brokers brokers = new Brokers(kafka);
        int partitions = brokers.partitionsOf(CatalogTopic.AUDIT);
        OwnRecords<AuditRecord> records = new OwnRecords<>(
                CatalogTopic.AUDIT, AuditRecord.class, registry, kafka.topics().prefix(), partitions);
        List<String> faults = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = brokers.bytesConsumer()) {
            List<Entry> entries = new NewestRecords(new LogReader(consumer, brokers.nameOf(CatalogTopic.AUDIT)))
                    .read(filter.since(), limit, record -> entry(records, record, filter, faults));
            return new Found(entries, faults.size());
        }
    }

    private static @Nullable Entry entry(
            OwnRecords<AuditRecord> records,
            ConsumerRecord<byte[], byte[]> record,
            AuditFilter filter,
            List<String> faults) {
        try {
            byte[] value = record.value();
            if (value == null) {
                throw new UnreadableRecordException("it has no value");
            }
            AuditRecord read = records.value(records.key(record.key(), record.partition()), value);
            Instant time = Instant.ofEpochMilli(record.timestamp());
            return filter.matches(time, read) ? new Entry(time, read) : null;
        } catch (UnreadableRecordException e) {
            faults.add(String.valueOf(e.getMessage()));
            return null;
        }
    }
}
