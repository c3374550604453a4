package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.ReadableRecords;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.listing.ListedSkus;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The topics of an environment, read with one consumer. Not thread-safe. */
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

    /**
     * Passes on the rows of one of our tables.
     *
     * @param content returns a hash of what a record says
     */
    void readTable(CatalogTopic table, ToLongFunction<SpecificRecord> content, Side.Receiver receiver) {
        @SuppressWarnings("unchecked") // the topic's own type
        Class<SpecificRecord> type = (Class<SpecificRecord>) table.valueType();
        String name = name(table);
        OwnRecords<SpecificRecord> reader = new OwnRecords<>(
                table, type, registry, kafka.topics().prefix(), partitions(name).size());
        read(name, record -> {
            String key;
            try {
                key = reader.key(record.key(), record.partition());
            } catch (UnreadableRecordException e) {
                return; // In a partition other than its key's, it has no effect.
            }
            Row row = new Row(table, key);
            if (receiver.wants(row)) {
                receiver.accept(
                        row, record.partition(), record.offset(), content(reader, key, record.value(), content));
            }
        });
    }

    private static long content(
            OwnRecords<SpecificRecord> reader,
            String key,
            byte @Nullable [] value,
            ToLongFunction<SpecificRecord> content) {
        if (value == null) {
            return Side.NONE;
        }
        try {
            return content.applyAsLong(reader.value(key, value));
        } catch (UnreadableRecordException e) {
            return Side.UNKNOWN;
        }
    }

    /**
     * Passes on the listings in the resolver's store.
     *
     * @param topic of the rows that are passed on
     */
    void readListings(CatalogTopic topic, Side.Receiver receiver) {
        read(listings(), record -> {
            String key = text(record.key());
            if (!ListedSkus.isCountKey(key)) {
                receiver.accept(
                        new Row(topic, key),
                        record.partition(),
                        record.offset(),
                        record.value() == null ? Side.NONE : KeyDigest.hashOf(record.value()));
            }
        });
    }

    /** The topic of the store with the listings. */
    String listings() {
        return StreamsApp.listingsTopic(kafka);
    }

    static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
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
