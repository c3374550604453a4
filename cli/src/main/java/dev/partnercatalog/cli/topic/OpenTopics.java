package dev.partnercatalog.cli.topic;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.topic.LogReader;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A catalog's topics, opened for one task: read to their present ends, and changed one record at a time. What the methods
 * throw says what is wrong with the brokers, or that a topic doesn't exist. Not thread-safe.
 */
public final class OpenTopics implements AutoCloseable {

    /** Receives the records of a topic, on the reader's thread. */
    @FunctionalInterface
    public interface TopicReceiver {

        /** Receives one record. */
        void accept(ConsumerRecord<byte[], byte[]> record);

        /** How far before a partition's end reading starts, in offsets; by default at the partition's beginning. */
        default long latest() {
            return Long.MAX_VALUE;
        }

        /** A record's key as text; null if it has none. */
        static @Nullable String key(ConsumerRecord<byte[], byte[]> record) {
            return record.key() == null ? null : new String(record.key(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Reads a topic on, each time to its present end. Not thread-safe.
     *
     * @param next where reading begins, unless that is gone; a partition that isn't in it is read from its beginning
     */
    public record Reading(LogReader log, Map<TopicPartition, Long> next, TopicReceiver receiver) {

        /** Passes on what has arrived since the last call. */
        public void advance() {
            Map<TopicPartition, Long> from = log.beginnings();
            next.forEach((partition, offset) -> from.merge(partition, offset, Math::max));
            Map<TopicPartition, Long> ends = log.ends();
            log.read(from, ends, receiver::accept);
            next.putAll(ends);
        }
    }

    private final Brokers brokers;
    private final SchemaRegistry registry;
    private @Nullable Consumer<byte[], byte[]> consumer;
    private @Nullable Producer<byte[], byte[]> producer;

    /** Connects when something is wanted. */
    public OpenTopics(Brokers brokers, SchemaRegistry registry) {
        this.brokers = brokers;
        this.registry = registry;
    }

    private Consumer<byte[], byte[]> consumer() {
        Consumer<byte[], byte[]> reader = consumer == null ? brokers.consumer() : consumer;
        consumer = reader;
        return reader;
    }

    /** A producer that is closed with this. */
    public Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> sender = producer == null ? brokers.producer() : producer;
        producer = sender;
        return sender;
    }

    public KafkaSettings kafka() {
        return brokers.settings();
    }

    /** The full name of a topic. */
    public String nameOf(CatalogTopic topic) {
        return brokers.nameOf(topic);
    }

    public SchemaRegistry registry() {
        return registry;
    }

    /** The number of partitions of a topic. */
    public int count(CatalogTopic topic) {
        return count(brokers.nameOf(topic));
    }

    /** The same, for a topic's full name. */
    public int count(String topic) {
        return brokers.requirePartitions(topic, consumer());
    }

    /** An empty table for the records of a topic with these keys; {@link #read} fills it. */
    public <R extends SpecificRecord> TopicTable<R> table(CatalogTopic topic, Class<R> type, Predicate<String> keys) {
        return new TopicTable<>(records(topic, type), keys);
    }

    /** A reader of a topic's records. */
    public <R extends SpecificRecord> OwnRecords<R> records(CatalogTopic topic, Class<R> type) {
        return new OwnRecords<>(topic, type, registry, kafka().topics().prefix(), count(topic));
    }

    /** A whole topic as it is now. */
    public <R extends SpecificRecord> TopicTable<R> read(CatalogTopic topic, Class<R> type) {
        TopicTable<R> table = table(topic, type, key -> true);
        read(topic, table);
        return table;
    }

    /** Passes on a whole topic. */
    public void read(CatalogTopic topic, TopicReceiver receiver) {
        reading(topic, receiver).advance();
    }

    /** Reads by position a topic with this full name, which need not exist. The readers take turns. */
    public LogReader log(String topic) {
        return new LogReader(consumer(), topic);
    }

    /** Begins a reading of a topic that goes on. */
    public Reading reading(CatalogTopic topic, TopicReceiver receiver) {
        count(topic);
        return reading(brokers.nameOf(topic), receiver);
    }

    /** Like {@link #reading(CatalogTopic, TopicReceiver)}, of a topic with this full name, which need not exist yet. */
    public Reading reading(String topic, TopicReceiver receiver) {
        LogReader log = log(topic);
        Map<TopicPartition, Long> from = log.ends();
        from.replaceAll((partition, end) -> end - receiver.latest());
        return new Reading(log, from, receiver);
    }

    /** Stores a record under its key; when it returns, the record is durable. */
    public <R extends SpecificRecord> void put(CatalogTopic topic, String key, R value) {
        send(topic, key, new RecordSerializer<R>(registry, topic).serialize(brokers.nameOf(topic), value));
    }

    /** Deletes a key's record; when it returns, it is gone for good. */
    public void remove(CatalogTopic topic, String key) {
        send(topic, key, null);
    }

    @SuppressWarnings("NullAway") // Kafka's own classes don't declare nullness: a null value is a tombstone
    private void send(CatalogTopic topic, String key, byte @Nullable [] value) {
        int partition = Partitioning.byKey(key, count(topic));
        Producer<byte[], byte[]> sender = producer();
        Brokers.await(
                "the change of " + key + " in topic " + nameOf(topic) + " was not stored",
                () -> sender.send(
                        new ProducerRecord<>(nameOf(topic), partition, key.getBytes(StandardCharsets.UTF_8), value)));
    }

    @Override
    public void close() {
        // Kafka's clients report an interrupt that comes while they close as an error.
        boolean interrupted = Thread.interrupted();
        if (consumer != null) {
            consumer.close();
        }
        if (producer != null) {
            producer.close();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
