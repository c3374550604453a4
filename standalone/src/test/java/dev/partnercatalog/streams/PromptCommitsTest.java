package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import dev.partnercatalog.standalone.TopicRecords;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(CatalogExtension.class)
class PromptCommitsTest {

    /** With the interval alone, each event would wait for two commits. */
    private static final Duration INTERVAL = Duration.ofSeconds(9);

    private static final int EVENTS = 20;

    @TempDir
    Path folder;

    @Test
    void an_event_that_comes_alone_waits_for_no_interval(CatalogAddresses catalog) throws Exception {
        KafkaSettings kafka = catalog.under("prompt-commits.", 1).kafka();
        StreamsAppSettings defaults = StreamsAppSettings.of(kafka, catalog.registry(), folder);
        InstanceSettings instance = defaults.instance();
        StreamsAppSettings settings = new StreamsAppSettings(
                kafka,
                defaults.registry(),
                INTERVAL,
                new InstanceSettings(
                        folder,
                        1,
                        instance.storeMemoryBytes(),
                        instance.group(),
                        instance.host(),
                        instance.internalPort()));
        try (StreamsApp application = StreamsApp.start(settings);
                Producer<byte[], byte[]> producer = TopicRecords.producer(kafka.properties())) {
            assertThat(application.awaitReady(Duration.ofMinutes(2))).isTrue();
            String entries = CatalogTopic.RESOLVED_VARIANTS.name(kafka.topics().prefix());
            long start = System.nanoTime();
            for (int i = 0; i < EVENTS; i++) {
                String barcode = "alone-" + i;
                producer.send(event(kafka, catalog.schemas(), barcode)).get();
                await().until(() -> TopicRecords.newest(kafka, entries).containsKey(barcode));
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(INTERVAL.multipliedBy(EVENTS));
        }
    }

    private static ProducerRecord<byte[], byte[]> event(KafkaSettings kafka, SchemaRegistry registry, String barcode) {
        String topic = CatalogTopic.BPD_VARIANTS.name(kafka.topics().prefix());
        BpdVariant variant =
                BpdVariant.newBuilder().setBarcode(barcode).setName("alone").build();
        return new ProducerRecord<>(
                topic,
                barcode.getBytes(StandardCharsets.UTF_8),
                new RecordSerializer<BpdVariant>(registry, CatalogTopic.BPD_VARIANTS).serialize(topic, variant));
    }
}
