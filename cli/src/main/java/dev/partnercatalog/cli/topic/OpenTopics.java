package dev.partnercatalog.cli.topic;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * A catalog's topics, opened for one task: read to their present ends, and changed one record at a time. What the methods
 * throw says what is wrong with the brokers, or that a topic doesn't exist. Not thread-safe.
 */
public final class OpenTopics implements AutoCloseable {

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
        TopicTable<R> table =
                new TopicTable<>(topic, type, registry, kafka().topics().prefix(), keys);
        table.begin(count(topic));
        return table;
    }

    /** A whole topic as it is now. */
    public <R extends SpecificRecord> TopicTable<R> read(CatalogTopic topic, Class<R> type) {
        TopicTable<R> table = table(topic, type, key -> true);
        read(topic, table);
        return table;
    }

    /** Begins a receiver, and passes on a whole topic. */
    public void read(CatalogTopic topic, TopicReceiver receiver) {
        reading(topic, receiver).advance();
    }

    /** Reads by position a topic with this full name, which need not exist. The readers take turns. */
    public LogReader log(String topic) {
        return new LogReader(consumer(), topic);
    }

    /** Begins a receiver, and a reading of a topic that goes on. */
    public TopicReading reading(CatalogTopic topic, TopicReceiver receiver) {
        count(topic);
        return reading(brokers.nameOf(topic), receiver);
    }

    /** Like {@link #reading(CatalogTopic, TopicReceiver)}, of a topic with this full name, which need not exist yet. */
    public TopicReading reading(String topic, TopicReceiver receiver) {
        LogReader log = log(topic);
        Map<TopicPartition, Long> from = log.ends();
        receiver.begin(from.size());
        from.replaceAll((partition, end) -> end - receiver.latest());
        return new TopicReading(log, from, receiver::accept);
    }

    /** Stores a record under its key; when it returns, the record is durable. */
    public <R extends SpecificRecord> void put(CatalogTopic topic, String key, R value) {
        byte[] bytes = new RecordSerializer<R>(registry, topic).serialize(brokers.nameOf(topic), value);
        send(topic, Partitioning.byKey(key, count(topic)), key.getBytes(StandardCharsets.UTF_8), bytes);
    }

    /** Deletes a key's record; when it returns, it is gone for good. */
    public void remove(CatalogTopic topic, String key) {
        send(topic, Partitioning.byKey(key, count(topic)), key.getBytes(StandardCharsets.UTF_8), null);
    }

    /** Deletes a record that can't be read, whatever partition it is in; when it returns, it is gone for good. */
    public void remove(UnreadableRecord record) {
        send(record.topic(), record.partition(), record.key(), null);
    }

    @SuppressWarnings("NullAway") // Kafka's own classes don't declare nullness: a null value is a tombstone
    private void send(CatalogTopic topic, int partition, byte @Nullable [] key, byte @Nullable [] value) {
        Producer<byte[], byte[]> sender = producer();
        Brokers.await(
                "the change of " + (key == null ? "a record" : new String(key, StandardCharsets.UTF_8)) + " in topic "
                        + nameOf(topic) + " was not stored",
                () -> sender.send(new ProducerRecord<>(nameOf(topic), partition, key, value)));
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
