package dev.partnercatalog.benchmarks.setup;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes records to topics that the applications read, in their partitions. Not thread-safe. */
public final class TopicWriter implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final KafkaProducer<String, byte[]> producer;
    private final AtomicReference<@Nullable Exception> fault = new AtomicReference<>();

    /** Creates the topics that are missing and registers their schemas. */
    public TopicWriter(KafkaSettings kafka, URI registry) {
        this.kafka = kafka;
        this.registry = new SchemaRegistry(registry, PATIENCE);
        try (Admin admin = Admin.create(kafka.properties())) {
            new TopicAdmin(admin, kafka.topics()).createAndCheck();
        }
        this.registry.registerAll(kafka.topics().prefix());
        var properties = kafka.properties();
        // With several in flight, brokers that did not know the producer yet rejected them as out of order.
        properties.put("max.in.flight.requests.per.connection", "1");
        properties.put("linger.ms", "20");
        properties.put("batch.size", "262144");
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    /**
     * Encodes a record.
     *
     * @param partitionedBy the part of the key that determines the partition
     */
    private <T extends SpecificRecord> ProducerRecord<String, byte[]> encode(
            CatalogTopic topic, String key, String partitionedBy, T record) {
        String name = topic.name(kafka.topics().prefix());
        try (RecordSerializer<T> serializer = new RecordSerializer<>(registry, topic)) {
            return new ProducerRecord<>(
                    name,
                    Partitioning.byKey(partitionedBy, kafka.topics().partitions()),
                    key,
                    serializer.serialize(name, record));
        }
    }

    /** Encodes the record of a resolved variant. */
    public ProducerRecord<String, byte[]> encode(ScopedVariant key, SpecificRecord record) {
        boolean ofCompany = VariantKeys.isOfCompany(key);
        return encode(
                ofCompany ? CatalogTopic.COMPANY_VARIANTS : CatalogTopic.RESOLVED_VARIANTS,
                VariantKeys.encode(key),
                ofCompany ? Long.toString(key.companyId()) : key.barcode(),
                record);
    }

    /** Passes a record to the producer. */
    public void put(ProducerRecord<String, byte[]> record) {
        var unused = producer.send(record, (written, failure) -> fault.compareAndSet(null, failure));
    }

    /**
     * Passes a record to the producer.
     *
     * @param partitionedBy the part of the key that determines the partition
     */
    public <T extends SpecificRecord> void put(CatalogTopic topic, String key, String partitionedBy, T record) {
        put(encode(topic, key, partitionedBy, record));
    }

    /** Passes the record of a resolved variant to the producer. */
    public void put(ScopedVariant key, SpecificRecord record) {
        put(encode(key, record));
    }

    /** Sends what was put at once, and waits until the broker has it. */
    public void flush() throws IOException {
        producer.flush();
        if (fault.get() != null) {
            throw new IOException("records could not be written", fault.get());
        }
    }

    @Override
    public void close() throws IOException {
        try (producer) {
            flush();
        }
    }
}
