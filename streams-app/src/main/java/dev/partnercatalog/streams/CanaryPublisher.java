package dev.partnercatalog.streams;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.key.Canary;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes canary events at an interval, for each partition of the resolved variants and of the companies' variants.
 * Thread-safe.
 */
final class CanaryPublisher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CanaryPublisher.class);
    private static final int PATIENCE_MS = 5_000;

    private record CanaryTarget(String barcode, long companyId) {}

    private final Producer<String, byte[]> producer;
    private final RecordSerializer<BpdVariant> products;
    private final RecordSerializer<CompanyOverride> overrides;
    private final String productsTopic;
    private final String overridesTopic;
    private final List<CanaryTarget> targets;
    private final PeriodicTask publishing;

    CanaryPublisher(KafkaSettings kafka, SchemaRegistry registry, Duration interval) {
        Properties properties = kafka.properties();
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MS);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MS);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 2 * PATIENCE_MS);
        producer = new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer());
        products = new RecordSerializer<>(registry, CatalogTopic.BPD_VARIANTS);
        overrides = new RecordSerializer<>(registry, CatalogTopic.COMPANY_OVERRIDES);
        productsTopic = CatalogTopic.BPD_VARIANTS.name(kafka.topics().prefix());
        overridesTopic = CatalogTopic.COMPANY_OVERRIDES.name(kafka.topics().prefix());
        int partitions = kafka.topics().partitions();
        targets = IntStream.range(0, partitions)
                .mapToObj(partition -> new CanaryTarget(
                        Canary.barcode(partition, partitions), Canary.companyId(partition, partitions)))
                .toList();
        publishing = new PeriodicTask("canary", interval, this::publish);
    }

    void start() {
        publishing.start();
    }

    /** The content differs each time; otherwise nothing would follow from it. */
    private void publish() {
        String name = "published at " + Instant.now();
        try {
            for (CanaryTarget target : targets) {
                BpdVariant product = BpdVariant.newBuilder()
                        .setBarcode(target.barcode())
                        .setName(name)
                        .build();
                send(productsTopic, target.barcode(), products.serialize(productsTopic, product));
                CompanyOverride override = CompanyOverride.newBuilder()
                        .setCompanyId(target.companyId())
                        .setBarcode(target.barcode())
                        .setName(name)
                        .build();
                String key = new CompanyVariantKey(target.companyId(), target.barcode()).encode();
                send(overridesTopic, key, overrides.serialize(overridesTopic, override));
            }
        } catch (KafkaException | RegistryUnavailableException e) {
            // Events that get lost are reported where they should arrive.
            LOG.debug("canary events could not be published", e);
        }
    }

    private void send(String topic, String key, byte @Nullable [] value) {
        var unused = producer.send(new ProducerRecord<>(topic, key, value));
    }

    @Override
    public void close() {
        publishing.close();
        producer.close(Duration.ofSeconds(1));
    }
}
