package dev.partnercatalog.benchmarks;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes records to the topics of a catalog, in their partitions. Not thread-safe. */
final class TopicWriter implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final Map<CatalogTopic, RecordSerializer<SpecificRecord>> serializers = new EnumMap<>(CatalogTopic.class);
    private final KafkaProducer<String, byte[]> producer;
    private final AtomicReference<@Nullable Exception> fault = new AtomicReference<>();

    /** Creates the topics that are missing and registers their schemas. */
    private TopicWriter(KafkaSettings kafka, URI registry, Map<String, String> settings) {
        this.kafka = kafka;
        this.registry = new SchemaRegistry(registry, PATIENCE);
        try (Admin admin = Admin.create(kafka.properties())) {
            new TopicAdmin(admin, kafka.topics()).createAndCheck();
        }
        this.registry.registerAll(kafka.topics().prefix());
        var properties = kafka.properties();
        // With several in flight, brokers that did not know the producer yet rejected them as out of order.
        properties.put("max.in.flight.requests.per.connection", "1");
        properties.putAll(settings);
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    /** Writes much at once. */
    static TopicWriter of(BenchmarkEnvironment.Part part) {
        return new TopicWriter(part.kafka(), part.registry(), Map.of("linger.ms", "20", "batch.size", "262144"));
    }

    /** Writes promptly what upstream publishes. */
    static TopicWriter upstream(KafkaSettings kafka, URI registry) {
        return new TopicWriter(
                kafka,
                registry,
                Map.of("linger.ms", "1", "batch.size", "65536", "buffer.memory", Integer.toString(64 << 20)));
    }

    private ProducerRecord<String, byte[]> encode(
            CatalogTopic topic, String key, @Nullable Integer partition, SpecificRecord record) {
        String name = topic.name(kafka.topics().prefix());
        byte[] value = serializers
                .computeIfAbsent(topic, type -> new RecordSerializer<>(registry, type))
                .serialize(name, record);
        return new ProducerRecord<>(name, partition, key, value);
    }

    /** Encodes the event as a record of its topic, in the producer's partition. */
    ProducerRecord<String, byte[]> encode(CatalogEvents.Event event) {
        return encode(event.topic(), event.key(), null, event.value());
    }

    /** Encodes the record of a resolved variant. */
    ProducerRecord<String, byte[]> encode(ScopedVariant key, SpecificRecord record) {
        boolean ofCompany = VariantKeys.isOfCompany(key);
        return encode(
                ofCompany ? CatalogTopic.COMPANY_VARIANTS : CatalogTopic.RESOLVED_VARIANTS,
                VariantKeys.encode(key),
                partition(ofCompany ? Long.toString(key.companyId()) : key.barcode()),
                record);
    }

    private int partition(String key) {
        return Partitioning.byKey(key, kafka.topics().partitions());
    }

    /** Passes a record to the producer. */
    void put(ProducerRecord<String, byte[]> record) {
        var unused = producer.send(record, (written, failure) -> fault.compareAndSet(null, failure));
    }

    /** @param partitionedBy the part of the key that determines the partition */
    void put(CatalogTopic topic, String key, String partitionedBy, SpecificRecord record) {
        put(encode(topic, key, partition(partitionedBy), record));
    }

    /** Puts the record of a resolved variant. */
    void put(ScopedVariant key, SpecificRecord record) {
        put(encode(key, record));
    }

    /** Puts what the resolver writes for a listing. */
    void putListing(long companyId, long locationId, String sku, String barcode) {
        put(
                CatalogTopic.SKU_BARCODES,
                new ListingKey(companyId, locationId, sku).encode(),
                Long.toString(companyId),
                new SkuBarcode(barcode));
    }

    /** Sends what was put at once, and waits until the broker has it. */
    void flush() throws IOException {
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
