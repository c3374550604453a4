package dev.partnercatalog.operations.comparison;

import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.ReadableRecords;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The topics of an environment as bytes, read with one consumer. Not thread-safe. */
final class CatalogLogs implements AutoCloseable {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final Admin admin;
    private final Consumer<byte[], byte[]> consumer;

    CatalogLogs(KafkaSettings kafka, SchemaRegistry registry) {
        this.kafka = kafka;
        this.registry = registry.withoutRegistering();
        Brokers brokers = new Brokers(kafka);
        brokers.partitionsOf(CatalogTopic.COMPANY_VARIANTS); // Fails with a reason if there is no catalog.
        this.consumer = brokers.bytesConsumer();
        this.admin = Admin.create(kafka.properties());
    }

    KafkaSettings kafka() {
        return kafka;
    }

    /** For reading only. */
    SchemaRegistry registry() {
        return registry;
    }

    Admin admin() {
        return admin;
    }

    String name(CatalogTopic topic) {
        return topic.name(kafka.topics().prefix());
    }

    /** The partitions of a topic, given its full name. */
    List<TopicPartition> partitions(String topic) {
        return new LogReader(consumer, topic).partitions();
    }

    /** Passes on everything that is committed in a topic at this moment. */
    void read(String topic, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> action) {
        LogReader reader = new LogReader(consumer, topic);
        reader.read(reader.beginnings(), reader.ends(), action);
    }

    /** The same, of one partition. */
    void read(String topic, int partition, java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> action) {
        new LogReader(consumer, topic).read(partition, action);
    }

    /** An upper bound for the number of records. */
    long size(String topic) {
        LogReader reader = new LogReader(consumer, topic);
        Map<TopicPartition, Long> begins = reader.beginnings();
        return reader.ends().entrySet().stream()
                .mapToLong(end -> end.getValue() - begins.getOrDefault(end.getKey(), 0L))
                .sum();
    }

    /** Returns when everything that has been written to these topics by now is committed or aborted. */
    void settle(Collection<String> topics) {
        ReadableRecords.await(
                admin,
                topics.stream().flatMap(topic -> partitions(topic).stream()).toList());
    }

    @Override
    public void close() {
        try (admin) {
            consumer.close();
        }
    }
}
