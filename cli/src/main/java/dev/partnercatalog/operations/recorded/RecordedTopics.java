package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.operations.topic.TopicReading;
import dev.partnercatalog.operations.topic.TopicReceiver;
import dev.partnercatalog.operations.topic.TopicTable;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Reads parts of an environment's topics, and remembers which records can't be read. Not thread-safe. */
final class RecordedTopics implements AutoCloseable {

    private static final int MOST_UNREADABLE = 10_000;

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final ToIntFunction<String> partitions;
    private final Consumer<String, byte[]> consumer;
    private final Map<String, UnreadableRecord> unreadable = new LinkedHashMap<>();

    /** @param partitions returns the number of partitions of a topic, given its full name; called once for each topic */
    RecordedTopics(
            KafkaSettings kafka,
            SchemaRegistry registry,
            ToIntFunction<String> partitions,
            Consumer<String, byte[]> consumer) {
        this.kafka = kafka;
        this.registry = registry.withoutRegistering();
        Map<String, Integer> known = new HashMap<>();
        this.partitions = topic -> known.computeIfAbsent(topic, partitions::applyAsInt);
        this.consumer = consumer;
    }

    KafkaSettings kafka() {
        return kafka;
    }

    SchemaRegistry registry() {
        return registry;
    }

    /** The records that were needed so far and can't be read. */
    List<UnreadableRecord> unreadable() {
        return List.copyOf(unreadable.values());
    }

    /** The number of partitions of a topic, given its full name. */
    int count(String topic) {
        return partitions.applyAsInt(topic);
    }

    int count(CatalogTopic topic) {
        return count(nameOf(topic));
    }

    /** All partitions of a topic. */
    Set<Integer> everywhere(CatalogTopic topic) {
        return IntStream.range(0, count(topic)).boxed().collect(Collectors.toSet());
    }

    String nameOf(CatalogTopic topic) {
        return topic.name(kafka.topics().prefix());
    }

    /** Reads the records of some partitions of a topic, given its full name, to their present ends. */
    void read(String topic, Set<Integer> read, TopicReceiver receiver, TopicReading.Progress progress) {
        if (!read.isEmpty()) {
            TopicReading.toEnds(consumer, topic, read, receiver, progress);
        }
    }

    void read(CatalogTopic topic, Set<Integer> read, TopicReceiver receiver, TopicReading.Progress progress) {
        read(nameOf(topic), read, receiver, progress);
    }

    /** The records of some partitions whose keys are wanted. */
    <T extends SpecificRecord> TopicTable<T> table(
            CatalogTopic topic, Class<T> type, Set<Integer> read, Predicate<String> wanted) {
        return table(topic, type, read, wanted, (done, all) -> {});
    }

    <T extends SpecificRecord> TopicTable<T> table(
            CatalogTopic topic,
            Class<T> type,
            Set<Integer> read,
            Predicate<String> wanted,
            TopicReading.Progress progress) {
        TopicTable<T> table = new TopicTable<>(reader(topic, type));
        read(topic, read, table.only(wanted), progress);
        note(table);
        return table;
    }

    /** Each of these keys' records, even if it can't be read. */
    <T extends SpecificRecord> SnapshotTable byKey(CatalogTopic topic, Class<T> type, Set<String> keys) {
        int count = count(topic);
        Set<Integer> read =
                keys.stream().map(key -> Partitioning.byKey(key, count)).collect(Collectors.toSet());
        return byKey(topic, type, read, keys::contains);
    }

    /** Each key's record from the key's own partition, even if it can't be read. */
    <T extends SpecificRecord> SnapshotTable byKey(
            CatalogTopic topic, Class<T> type, Set<Integer> read, Predicate<String> keys) {
        int count = count(topic);
        SnapshotTable stored = new SnapshotTable();
        TopicTable<T> table = new TopicTable<>(reader(topic, type));
        TopicReceiver both = record -> {
            table.accept(record);
            if (record.partition() == Partitioning.byKey(record.key(), count)) {
                stored.accept(record);
            }
        };
        read(topic, read, both.only(keys), (done, all) -> {});
        note(table);
        return stored;
    }

    <T extends SpecificRecord> OwnRecords<T> reader(CatalogTopic topic, Class<T> type) {
        return new OwnRecords<>(topic, type, registry, kafka.topics().prefix(), count(topic));
    }

    /** The content of a record; null if it is deleted or can't be read, which is remembered until it is replaced. */
    <T extends SpecificRecord> @Nullable T value(OwnRecords<T> reader, ConsumerRecord<String, byte[]> record) {
        String slot = reader.topic() + " " + record.key();
        try {
            T value = record.value() == null ? null : reader.value(record.key(), record.value());
            unreadable.remove(slot);
            return value;
        } catch (UnreadableRecordException e) {
            if (unreadable.size() < MOST_UNREADABLE) {
                unreadable.put(
                        slot,
                        new UnreadableRecord(
                                reader.topic(),
                                record.partition(),
                                record.offset(),
                                record.key().getBytes(StandardCharsets.UTF_8),
                                String.valueOf(e.getMessage())));
            }
            return null;
        }
    }

    /** Remembers a table's unreadable records. */
    void note(TopicTable<?> table) {
        table.unreadable().forEach(record -> unreadable.put(record.place(), record));
    }

    @Override
    public void close() {
        consumer.close();
    }
}
