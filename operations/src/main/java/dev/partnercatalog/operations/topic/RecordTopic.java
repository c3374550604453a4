package dev.partnercatalog.operations.topic;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * A small compacted topic of ours, by key: read whole, changed one record at a time. Not thread-safe.
 *
 * @param <R> the records' type
 */
public final class RecordTopic<R extends SpecificRecord> {

    private final Brokers brokers;
    private final String topic;
    private final int partitions;
    private final RecordSerializer<R> serializer;
    private final RecordDeserializer<R> deserializer;

    /** Throws {@link OperatorFault} where the brokers are away or the topic isn't there. */
    public RecordTopic(CatalogTopic topic, Class<R> type, KafkaSettings kafka, SchemaRegistry registry) {
        this.brokers = new Brokers(kafka);
        this.topic = brokers.nameOf(topic);
        this.partitions = brokers.partitionsOf(topic);
        this.serializer = new RecordSerializer<>(registry, topic);
        this.deserializer = new RecordDeserializer<>(registry, type);
    }

    /** Every record as of now, by its key. */
    public Map<String, R> all() {
        Set<Integer> all = IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
        Map<String, R> records = new TreeMap<>();
        try (Consumer<String, byte[]> consumer = brokers.consumer()) {
            new CompactedTopic(consumer, topic)
                    .read(all, key -> true)
                    .forEach((key, value) -> records.put(key, decode(key, value)));
        }
        return records;
    }

    private R decode(String key, byte[] value) {
        try {
            return deserializer.deserialize(topic, value);
        } catch (UnreadableRecordException e) {
            throw new OperatorFault(key + " on topic " + topic + " can't be read: " + e.getMessage(), e);
        }
    }

    /** Stores a record under its key; when it returns, the record is durable. */
    public void put(String key, R value) {
        send(key, serializer.serialize(topic, value));
    }

    /** Deletes a key's record; when it returns, it is gone for good. */
    public void remove(String key) {
        send(key, null);
    }

    private void send(String key, byte @Nullable [] value) {
        int partition = Partitioning.byKey(key, partitions);
        try (Producer<String, byte[]> producer = brokers.producer()) {
            producer.send(new ProducerRecord<>(topic, partition, key, value)).get();
        } catch (ExecutionException | KafkaException e) {
            throw new OperatorFault(
                    "the change of " + key + " on topic " + topic + " was not stored: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperatorFault("interrupted before the change of " + key + " was stored", e);
        }
    }
}
