package dev.partnercatalog.streams;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.key.Canary;
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
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes an event of no product for each partition of the resolved variants, at an interval. Thread-safe. */
final class CanaryPublisher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CanaryPublisher.class);
    private static final int PATIENCE_MS = 5_000;

    private final Producer<String, BpdVariant> producer;
    private final String topic;
    private final List<String> barcodes;
    private final PeriodicTask publishing;

    CanaryPublisher(KafkaSettings kafka, SchemaRegistry registry, Duration interval) {
        Properties properties = kafka.properties();
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE_MS);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MS);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 2 * PATIENCE_MS);
        producer = new KafkaProducer<>(
                properties, new StringSerializer(), new RecordSerializer<>(registry, CatalogTopic.BPD_VARIANTS));
        topic = CatalogTopic.BPD_VARIANTS.name(kafka.topics().prefix());
        int partitions = kafka.topics().partitions();
        barcodes = IntStream.range(0, partitions)
                .mapToObj(partition -> Canary.barcode(partition, partitions))
                .toList();
        publishing = new PeriodicTask("canary", interval, this::publish);
    }

    void start() {
        publishing.start();
    }

    /** Each time something else, or nothing would follow from it. */
    private void publish() {
        String name = "published at " + Instant.now();
        try {
            for (String barcode : barcodes) {
                BpdVariant variant = BpdVariant.newBuilder()
                        .setBarcode(barcode)
                        .setName(name)
                        .build();
                var unused = producer.send(new ProducerRecord<>(topic, barcode, variant));
            }
        } catch (KafkaException | RegistryUnavailableException e) {
            // What doesn't come through is told where it doesn't arrive.
            LOG.debug("events of no product could not be published", e);
        }
    }

    @Override
    public void close() {
        publishing.close();
        producer.close(Duration.ofSeconds(1));
    }
}
