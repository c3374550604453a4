package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.records.WebhookControl;
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
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes records to the topics of a catalog, in their partitions, and says how much is in them. Not thread-safe. */
final class TopicWriter implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** Longer than the commit interval. */
    private static final long SETTLED_MS = 500;

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final Map<CatalogTopic, RecordSerializer<SpecificRecord>> serializers = new EnumMap<>(CatalogTopic.class);
    private final KafkaProducer<String, byte[]> producer;
    private final AtomicReference<@Nullable Exception> fault = new AtomicReference<>();

    /** Creates the topics that are missing and registers their schemas. */
    TopicWriter(KafkaSettings kafka, URI registry) {
        this.kafka = kafka;
        this.registry = new SchemaRegistry(registry, PATIENCE);
        try (Admin admin = Admin.create(kafka.properties())) {
            new TopicAdmin(admin, kafka.topics()).createAndCheck();
        }
        this.registry.registerAll(kafka.topics().prefix());
        Properties properties = kafka.properties();
        // With several in flight, brokers that did not know the producer yet rejected them as out of order.
        properties.put("max.in.flight.requests.per.connection", "1");
        properties.put("linger.ms", "1");
        properties.put("batch.size", "262144");
        properties.put("buffer.memory", Integer.toString(64 << 20));
        this.producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
    }

    private ProducerRecord<String, byte[]> encode(
            CatalogTopic topic, String key, int partition, SpecificRecord record) {
        String name = topic.name(kafka.topics().prefix());
        byte[] value = serializers
                .computeIfAbsent(topic, type -> new RecordSerializer<>(registry, type))
                .serialize(name, record);
        return new ProducerRecord<>(name, partition, key, value);
    }

    /** Encodes what an upstream system publishes. */
    ProducerRecord<String, byte[]> encode(ChangingCatalog.Event event) {
        return encode(event.topic(), event.key(), partition(event.key()), event.value());
    }

    /** Encodes the record of a resolved variant. */
    ProducerRecord<String, byte[]> encode(ScopedVariant key, SpecificRecord record) {
        return encode(
                VariantKeys.isOfCompany(key) ? CatalogTopic.COMPANY_VARIANTS : CatalogTopic.RESOLVED_VARIANTS,
                VariantKeys.encode(key),
                VariantKeys.partition(key, kafka.topics().partitions()),
                record);
    }

    private int partition(String key) {
        return Partitioning.byKey(key, kafka.topics().partitions());
    }

    /** Passes a record to the producer. */
    void put(ProducerRecord<String, byte[]> record) {
        var unused = producer.send(record, (written, failure) -> fault.compareAndSet(null, failure));
    }

    /** Puts a record whose key determines its partition. */
    void put(CatalogTopic topic, String key, SpecificRecord record) {
        put(encode(topic, key, partition(key), record));
    }

    /** Puts what the resolver writes for a listing. */
    void putListing(long companyId, long locationId, String sku, String barcode) {
        String key = new ListingKey(companyId, locationId, sku).encode();
        int partition = partition(Long.toString(companyId));
        put(encode(CatalogTopic.SKU_BARCODES, key, partition, new SkuBarcode(barcode)));
    }

    /** Puts a partner's configuration as the resolver writes it, and a client of the partner. */
    void putPartner(Partner partner, long revision, long resyncs) {
        String id = partner.getPartnerId();
        put(CatalogTopic.CLIENTS, id, GeneratedCatalog.client(id));
        WebhookControl control = WebhookControl.newBuilder().setResyncs(resyncs).build();
        put(CatalogTopic.PARTNER_CONFIGS, id, new PartnerConfig(revision, partner, revision, control, null));
    }

    /** Sends what was put at once, and waits until the broker has it. */
    void flush() throws IOException {
        producer.flush();
        if (fault.get() != null) {
            throw new IOException("records could not be written", fault.get());
        }
    }

    /**
     * The bytes on the broker's disk of all topics that the applications write, changelogs included: with batches' headers
     * and commits, as compressed; without the topics that only pass records from one step to the next.
     */
    long writtenBytes() throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(kafka.properties())) {
            List<Integer> brokers = admin.describeCluster().nodes().get().stream()
                    .map(node -> node.id())
                    .toList();
            return admin.describeLogDirs(brokers).allDescriptions().get().values().stream()
                    .flatMap(broker -> broker.values().stream())
                    .flatMap(disk -> disk.replicaInfos().entrySet().stream())
                    .filter(replica -> isWritten(replica.getKey().topic())
                            && !replica.getKey().topic().endsWith("-repartition"))
                    .mapToLong(replica -> replica.getValue().size())
                    .sum();
        }
    }

    /**
     * The records in all topics that the applications write, by offsets, once nothing is written any more: each commit
     * counts as one in each partition that it has written to.
     */
    long settledRecords() throws InterruptedException, ExecutionException {
        long before = -1;
        long after = writtenRecords();
        while (after != before) {
            TimeUnit.MILLISECONDS.sleep(SETTLED_MS);
            before = after;
            after = writtenRecords();
        }
        return after;
    }

    private long writtenRecords() throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(kafka.properties())) {
            List<String> names = admin.listTopics().names().get().stream()
                    .filter(this::isWritten)
                    .toList();
            Map<TopicPartition, OffsetSpec> ends = admin.describeTopics(names).allTopicNames().get().values().stream()
                    .flatMap(topic -> topic.partitions().stream()
                            .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                    .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
            return admin.listOffsets(ends).all().get().values().stream()
                    .mapToLong(end -> end.offset())
                    .sum();
        }
    }

    private boolean isWritten(String topic) {
        String prefix = kafka.topics().prefix();
        return topic.startsWith(prefix)
                && Stream.of(CatalogTopic.values())
                        .noneMatch(
                                input -> input.isInput() && input.name(prefix).equals(topic));
    }

    @Override
    public void close() throws IOException {
        try (producer) {
            flush();
        }
    }
}
