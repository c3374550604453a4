package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One of our small compacted topics, by key: read completely, changed one record at a time. Not thread-safe.
 *
 * @param <R> the records' type
 */
public final class RecordTopic<R extends SpecificRecord> implements RecordTable<R> {

    private final Brokers brokers;
    private final String topic;
    private final RecordSerializer<R> serializer;
    private final TopicTable<R> table;

    /** Unknown before the topic is first used. */
    private int partitions;

    /** Its methods throw {@link OperatorFault} if the brokers are unavailable or the topic doesn't exist. */
    public RecordTopic(CatalogTopic topic, Class<R> type, KafkaSettings kafka, SchemaRegistry registry) {
        this.brokers = new Brokers(kafka);
        this.topic = brokers.nameOf(topic);
        this.serializer = new RecordSerializer<>(registry, topic);
        this.table = new TopicTable<>(topic, type, registry, kafka.topics().prefix());
    }

    @Override
    public TableContents<R> contents() {
        try (Consumer<String, byte[]> consumer = brokers.consumer()) {
            partitions = brokers.partitionsOf(topic, consumer);
            TopicReading.toEnds(consumer, topic, partitions, table);
            return table.contents();
        }
    }

    private int partitionOf(String key) {
        if (partitions == 0) {
            partitions = brokers.partitionsOf(topic);
        }
        return Partitioning.byKey(key, partitions);
    }

    @Override
    public void put(String key, R value) {
        send(key, partitionOf(key), serializer.serialize(topic, value));
    }

    @Override
    public void remove(UnreadableRecord record) {
        byte[] key = record.key();
        if (key != null) {
            send(new String(key, StandardCharsets.UTF_8), record.partition(), null);
        }
    }

    @Override
    public void remove(String key) {
        send(key, partitionOf(key), null);
    }

    private void send(String key, int partition, byte @Nullable [] value) {
        try (Producer<String, byte[]> producer = brokers.producer()) {
            BrokerAnswer.await(
                    "the change of " + key + " in topic " + topic + " was not stored",
                    () -> producer.send(new ProducerRecord<>(topic, partition, key, value))
                            .get());
        }
    }
}
