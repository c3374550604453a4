package dev.partnercatalog.cli.topic;

import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One of our small compacted topics in memory. The newest record of a key counts, even if it can't be read: then the
 * key is absent, and doesn't fall back to the record before it. Begun and filled by one thread, read by any.
 *
 * <p>Filling it throws {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} if a schema must be
 * fetched from the registry and it doesn't answer; then everything is read again.
 *
 * @param <R> the records' type
 */
public final class TopicTable<R extends SpecificRecord> implements TopicReceiver {

    private final CatalogTopic topic;
    private final Class<R> type;
    private final SchemaRegistry registry;
    private final String topicPrefix;
    private final Map<String, Optional<R>> newest = new ConcurrentHashMap<>();

    /** By what one record replaces: its partition and key. */
    private final Map<String, UnreadableRecord> unreadable = new ConcurrentHashMap<>();

    private @Nullable OwnRecords<R> reader;

    public TopicTable(CatalogTopic topic, Class<R> type, SchemaRegistry registry, String topicPrefix) {
        this.topic = topic;
        this.type = type;
        this.registry = registry;
        this.topicPrefix = topicPrefix;
    }

    @Override
    public void begin(int partitions) {
        reader = new OwnRecords<>(topic, type, registry, topicPrefix, partitions);
        newest.clear();
        unreadable.clear();
    }

    @Override
    public void accept(ConsumerRecord<String, byte[]> record) {
        String key = record.key();
        OwnRecords<R> reading = Objects.requireNonNull(reader, "the table has not been begun");
        String slot = record.partition() + "/" + key;
        unreadable.remove(slot);
        try {
            reading.requirePlace(key, record.partition());
        } catch (UnreadableRecordException e) {
            // In a partition other than its key's, it deletes nothing, nor does what replaces it.
            leaveOut(slot, record, e);
            return;
        }
        if (record.value() == null) {
            newest.remove(key);
            return;
        }
        try {
            newest.put(key, Optional.of(reading.value(key, record.value())));
        } catch (UnreadableRecordException e) {
            newest.put(key, Optional.empty());
            leaveOut(slot, record, e);
        }
    }

    private void leaveOut(String slot, ConsumerRecord<String, byte[]> record, UnreadableRecordException why) {
        if (record.value() != null) {
            byte[] key = record.key().getBytes(StandardCharsets.UTF_8);
            String fault = String.valueOf(why.getMessage());
            unreadable.put(slot, new UnreadableRecord(topic, record.partition(), record.offset(), key, fault));
        }
    }

    /** The record of a key, null if there is none that can be read. */
    public @Nullable R get(String key) {
        return newest.getOrDefault(key, Optional.empty()).orElse(null);
    }

    /** Whether a key has a record, even one that can't be read. */
    public boolean holds(String key) {
        return newest.containsKey(key);
    }

    /** The current content of the table. */
    public TableContents<R> contents() {
        Map<String, R> records = new TreeMap<>();
        newest.forEach((key, record) -> record.ifPresent(value -> records.put(key, value)));
        return new TableContents<>(
                records,
                unreadable.values().stream()
                        .sorted(Comparator.comparingInt(UnreadableRecord::partition)
                                .thenComparingLong(UnreadableRecord::offset))
                        .toList());
    }
}
