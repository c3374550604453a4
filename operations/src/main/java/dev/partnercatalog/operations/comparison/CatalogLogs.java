package dev.partnercatalog.operations.comparison;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** The topics of an environment as bytes, read with one consumer. Not thread-safe. */
final class CatalogLogs implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long PAUSE_MS = 50;

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

    /**
     * Returns when everything that has been written to these topics by now is committed or aborted. The partitions of
     * one transaction show its records one after the other.
     */
    void settle(Collection<String> topics) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        topics.forEach(topic -> partitions(topic).forEach(partition -> latest.put(partition, OffsetSpec.latest())));
        Map<TopicPartition, Long> written = ends(latest, IsolationLevel.READ_UNCOMMITTED);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Map<TopicPartition, Long> readable = ends(latest, IsolationLevel.READ_COMMITTED);
            if (written.entrySet().stream()
                    .allMatch(end -> readable.getOrDefault(end.getKey(), 0L) >= end.getValue())) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new OperatorFault("a transaction on the catalog's own topics didn't end within "
                        + PATIENCE.toSeconds() + " s; the alarm for hanging transactions says what to do");
            }
            pause();
        }
    }

    private Map<TopicPartition, Long> ends(Map<TopicPartition, OffsetSpec> latest, IsolationLevel isolation) {
        try {
            Map<TopicPartition, Long> ends = new HashMap<>();
            admin.listOffsets(latest, new ListOffsetsOptions(isolation))
                    .all()
                    .get()
                    .forEach((partition, end) -> ends.put(partition, end.offset()));
            return ends;
        } catch (ExecutionException e) {
            throw new OperatorFault("can't find out the ends of the topics: " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** The pause between two checks: brokers don't notify anyone when a transaction ends. */
    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static OperatorFault interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new OperatorFault("interrupted while reading the catalog", e);
    }

    @Override
    public void close() {
        try (admin) {
            consumer.close();
        }
    }
}
