package dev.partnercatalog.operations.topic;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * One of our small compacted topics, by key: read completely, changed one record at a time. Not thread-safe.
 *
 * @param <R> the records' type
 */
public final class RecordTopic<R extends SpecificRecord> {

    private final Brokers brokers;
    private final String topic;
    private final RecordSerializer<R> serializer;
    private final IntFunction<OwnRecords<R>> readers;

    /** Unknown before the topic is first used. */
    private int partitions;

    /** Its methods throw {@link OperatorFault} if the brokers are unavailable or the topic doesn't exist. */
    public RecordTopic(CatalogTopic topic, Class<R> type, KafkaSettings kafka, SchemaRegistry registry) {
        this.brokers = new Brokers(kafka);
        this.topic = brokers.nameOf(topic);
        this.serializer = new RecordSerializer<>(registry, topic);
        this.readers =
                count -> new OwnRecords<>(topic, type, registry, kafka.topics().prefix(), count);
    }

    /** Every current record. */
    public TableContents<R> contents() {
        try (Consumer<String, byte[]> consumer = brokers.consumer()) {
            partitions = brokers.partitionsOf(topic, consumer);
            Set<Integer> all = IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
            TopicTable<R> table = new TopicTable<>(readers.apply(partitions));
            TopicReading.toEnds(consumer, topic, all, table);
            return table.contents();
        }
    }

    private int partitionOf(String key) {
        if (partitions == 0) {
            partitions = brokers.partitionsOf(topic);
        }
        return Partitioning.byKey(key, partitions);
    }

    /** Throws what {@link #put} would throw, as far as that can be checked without storing the record. */
    public void requireWritable(R value) {
        partitions = brokers.partitionsOf(topic);
        serializer.serialize(topic, value);
    }

    /** Stores a record under its key; when it returns, the record is durable. */
    public void put(String key, R value) {
        send(key, partitionOf(key), serializer.serialize(topic, value));
    }

    /** Deletes a record that can't be read, whatever partition it is in; when it returns, it is gone for good. */
    public void remove(UnreadableRecord record) {
        byte[] key = record.key();
        if (key != null) {
            send(new String(key, StandardCharsets.UTF_8), record.partition(), null);
        }
    }

    /** Deletes a key's record; when it returns, it is gone for good. */
    public void remove(String key) {
        send(key, partitionOf(key), null);
    }

    private void send(String key, int partition, byte @Nullable [] value) {
        try (Producer<String, byte[]> producer = brokers.producer()) {
            producer.send(new ProducerRecord<>(topic, partition, key, value)).get();
        } catch (ExecutionException | KafkaException e) {
            throw new OperatorFault(
                    "the change of " + key + " in topic " + topic + " was not stored: " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperatorFault("interrupted before the change of " + key + " was stored", e);
        }
    }
}
