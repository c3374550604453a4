package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.runtime.InstanceSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import dev.partnercatalog.standalone.TopicRecords;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(CatalogExtension.class)
class PromptCommitsTest {

    /** Longer than the test waits for an event. */
    private static final Duration INTERVAL = Duration.ofMinutes(10);

    @TempDir
    Path folder;

    @Test
    void an_event_that_comes_alone_waits_for_no_interval(CatalogAddresses catalog) throws Exception {
        KafkaSettings kafka = new KafkaSettings(
                catalog.kafka().bootstrapServers(),
                new TopicSettings("prompt-commits.", 1, (short) 1),
                Map.of("producer.transaction.timeout.ms", "900000"));
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
            for (String barcode : List.of("alone", "later")) {
                producer.send(event(kafka, catalog.schemas(), barcode)).get();
                await().until(() -> TopicRecords.newest(kafka, entries).containsKey(barcode));
            }
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
