package dev.partnercatalog.benchmarks.setup;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes the generated catalog, as resolved, to the topics that the API reads. */
public final class CatalogTopics {

    public static final String CLIENT_ID = "benchmark";
    public static final String SECRET = "benchmark-secret";

    private static final String PARTNER_ID = "benchmark";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final AtomicReference<@Nullable Exception> fault = new AtomicReference<>();

    public CatalogTopics(KafkaSettings kafka, URI registry) {
        this.kafka = kafka;
        this.registry = new SchemaRegistry(registry, PATIENCE);
    }

    public void write() throws Exception {
        try (Admin admin = Admin.create(kafka.properties())) {
            new TopicAdmin(admin, kafka.topics()).ensure();
        }
        registry.registerAll(kafka.topics().prefix());
        var properties = kafka.properties();
        properties.put("linger.ms", "20");
        properties.put("batch.size", "262144");
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
            put(producer, CatalogTopic.CLIENTS, CLIENT_ID, CLIENT_ID, client());
            put(
                    producer,
                    CatalogTopic.PARTNER_CONFIGS,
                    PARTNER_ID,
                    PARTNER_ID,
                    new PartnerConfig(
                            1L,
                            partner(),
                            1L,
                            PartnerConfig.newBuilder()
                                    .setRevision(1)
                                    .setPartner(partner())
                                    .build()
                                    .getWebhookControl()));
            for (int variant = 0; variant < GeneratedCatalog.VARIANTS; variant++) {
                put(
                        producer,
                        VariantKey.everywhere(GeneratedCatalog.barcode(variant)),
                        new VariantLayers(GeneratedCatalog.bpd(variant), List.of(), null, null, null));
            }
            writeSpecific(producer);
        }
        if (fault.get() != null) {
            throw new IOException("the catalog could not be written", fault.get());
        }
    }

    private void writeSpecific(KafkaProducer<String, byte[]> producer) {
        var random = new SplittableRandom(7);
        for (int i = 0; i < GeneratedCatalog.SPECIFIC; i++) {
            int variant = GeneratedCatalog.changedVariant(random);
            int company = GeneratedCatalog.changingCompany(random);
            String barcode = GeneratedCatalog.barcode(variant);
            long companyId = GeneratedCatalog.companyId(company);
            int location = random.nextInt(GeneratedCatalog.locations(company));
            boolean ofLocation = random.nextInt(4) == 0;
            put(
                    producer,
                    ofLocation
                            ? VariantKey.ofLocation(barcode, companyId, GeneratedCatalog.locationId(company, location))
                            : VariantKey.ofCompany(barcode, companyId),
                    new VariantLayers(
                            GeneratedCatalog.bpd(variant),
                            List.of(),
                            GeneratedCatalog.override(variant, company),
                            GeneratedCatalog.attributes(variant, company),
                            null));
        }
    }

    private void put(KafkaProducer<String, byte[]> producer, VariantKey key, VariantLayers layers) {
        ResolvedVariant variant = VariantRecords.variant(key, 1, List.of(), layers.resolve());
        put(producer, CatalogTopic.RESOLVED_VARIANTS, key.encode(), key.barcode(), variant);
    }

    private <T extends SpecificRecord> void put(
            KafkaProducer<String, byte[]> producer, CatalogTopic topic, String key, String partitionedBy, T record) {
        String name = topic.name(kafka.topics().prefix());
        try (RecordSerializer<T> serializer = new RecordSerializer<>(registry, topic)) {
            var unused = producer.send(
                    new ProducerRecord<>(
                            name,
                            Partitioning.byKey(partitionedBy, kafka.topics().partitions()),
                            key,
                            serializer.serialize(name, record)),
                    (written, failure) -> fault.compareAndSet(null, failure));
        }
    }

    private static Client client() throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(SECRET.getBytes(StandardCharsets.US_ASCII));
        return Client.newBuilder()
                .setClientId(CLIENT_ID)
                .setPartnerId(PARTNER_ID)
                .setSecretHash(ByteBuffer.wrap(hash))
                .setEnabled(true)
                .setCreatedAt(Instant.EPOCH)
                .build();
    }

    private static Partner partner() {
        List<AllowedCompany> companies = new ArrayList<>();
        for (int company = 0; company < GeneratedCatalog.COMPANIES; company++) {
            List<AllowedLocation> locations = new ArrayList<>();
            for (int location = 0; location < GeneratedCatalog.locations(company); location++) {
                String id = Long.toString(GeneratedCatalog.locationId(company, location));
                locations.add(new AllowedLocation(id, "Location " + id, id));
            }
            String id = Long.toString(GeneratedCatalog.companyId(company));
            companies.add(new AllowedCompany(
                    id, "Company " + id, "cova", id, new AllowedFields(false, false, false, false), locations));
        }
        return new Partner(PARTNER_ID, "Benchmark", true, new WebhookSetting(false, ""), companies);
    }
}
