package dev.partnercatalog.operations.backup;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.version.Build;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.state.AcknowledgedRows;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Makes a backup of what can't be rebuilt from upstream. The applications may keep running: each topic is read up to
 * its end at the time when its reading began, in the order of {@link BackupPart}. What is read is passed on at once,
 * however much it is. Not thread-safe.
 */
public final class Backup {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final Brokers brokers;

    public Backup(KafkaSettings kafka, SchemaRegistry registry) {
        this.kafka = kafka;
        this.registry = registry;
        this.brokers = new Brokers(kafka);
    }

    /**
     * Writes a backup.
     *
     * @param file the file to create; it doesn't appear before the whole backup is written
     * @param masterKey the system's master key, which isn't in the file: the file can't be restored under another one
     * @throws OperatorFault if the brokers are unavailable, or the file can't be written
     * @throws dev.partnercatalog.runtime.secret.SecretException if the catalog was made with another master key
     * @throws dev.partnercatalog.schemas.topic.BrokerUnavailableException if the brokers become unavailable
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the registry is unavailable
     */
    public BackupManifest write(Path file, MasterKey masterKey) {
        int partitions = brokers.partitionsOf(CatalogTopic.PARTNER_CONFIGS);
        brokers.masterKey().require(masterKey);
        String createdAt = Instant.now().toString();
        try (BackupWriter writer = new BackupWriter(file, masterKey);
                Consumer<byte[], byte[]> consumer = brokers.bytesConsumer()) {
            List<BackupManifest.Part> parts = new ArrayList<>();
            for (BackupPart part : BackupPart.values()) {
                parts.add(new OnePart(part, partitions, writer).copy(consumer));
            }
            BackupManifest manifest = new BackupManifest(
                    Build.current().version(), createdAt, kafka.topics().prefix(), partitions, parts);
            writer.finish(manifest);
            return manifest;
        }
    }

    /** One part of the backup while it is read. */
    private final class OnePart {

        private final BackupPart part;
        private final int partitions;
        private final BackupWriter writer;
        private final List<Long> ends = new ArrayList<>();
        private long records;
        private long unreadable;

        OnePart(BackupPart part, int partitions, BackupWriter writer) {
            this.part = part;
            this.partitions = partitions;
            this.writer = writer;
        }

        BackupManifest.Part copy(Consumer<byte[], byte[]> consumer) {
            writer.begin(part);
            String topic = part.topic(kafka);
            // The changelogs of the stores don't exist if their application has never run.
            if (brokers.exists(topic)) {
                LogReader reader = new LogReader(consumer, topic);
                Map<TopicPartition, Long> to = reader.ends();
                Map<TopicPartition, Long> from = reader.beginnings();
                RecordCopy copy = copyOf(part.table());
                for (TopicPartition partition : reader.partitions()) {
                    long end = to.getOrDefault(partition, 0L);
                    reader.read(
                            Map.of(partition, from.getOrDefault(partition, 0L)), Map.of(partition, end), copy::take);
                    ends.add(end);
                }
                unreadable = copy.unreadable();
            }
            writer.end();
            return new BackupManifest.Part(part.title(), topic, ends, records, unreadable);
        }

        private RecordCopy copyOf(@Nullable CatalogTopic table) {
            if (table != null) {
                return tableCopy(table, table.valueType());
            }
            return part == BackupPart.HELD ? this::copyHeld : this::copyRow;
        }

        private void copyHeld(ConsumerRecord<byte[], byte[]> record) {
            if (AcknowledgedRows.isOne(record.key())) {
                copyRow(record);
            }
        }

        private void copyRow(ConsumerRecord<byte[], byte[]> record) {
            write(record.partition(), record.key(), record.value());
        }

        private <T extends SpecificRecord> RecordCopy tableCopy(CatalogTopic table, Class<T> type) {
            return new TableCopy<>(
                    new OwnRecords<>(table, type, registry, kafka.topics().prefix(), partitions),
                    new SingleObjectSerde<>(type),
                    this::write);
        }

        private void write(int partition, byte[] key, byte @Nullable [] value) {
            writer.record(partition, key, value);
            records++;
        }
    }

    /** Copies the records of one topic, in their order. */
    interface RecordCopy {

        void take(ConsumerRecord<byte[], byte[]> record);

        /** How many of those that count were left out so far. */
        default long unreadable() {
            return 0;
        }
    }

    /**
     * Reads a backup and each record in it, without brokers.
     *
     * @param masterKey the key under which it must have been made; null skips this check
     * @throws OperatorFault if it is damaged, cut off, made by another program or under another master key; the message
     *     says which
     */
    public static BackupManifest verify(Path file, @Nullable MasterKey masterKey) {
        return BackupContents.check(file, masterKey);
    }
}
