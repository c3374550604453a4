package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random events on a real broker, from a producer with a partitioner of its own: in the end batch-get answers, and the
 * webhook has delivered, byte for byte what follows from the last event of each key.
 */
@ExtendWith(CatalogExtension.class)
class ConvergenceOnBrokerTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int EVENTS = 400;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void D24_the_webhook_delivered_and_batch_get_answers_the_same_bytes_and_they_follow_from_the_last_events(
            int round, CatalogAddresses catalog) throws Exception {
        long seed = Long.getLong("catalog.seed", System.nanoTime()) + round;
        RandomCatalog events = new RandomCatalog(seed, "random" + round, 900_000 + 100L * round);
        CatalogModel model = new CatalogModel();
        PartnerClient partner = catalog.client(events.partnerId());
        try (RawReceiver receiver = RawReceiver.start()) {
            publish(catalog, events, model, receiver);
            await("webhooks, seed " + seed)
                    .atMost(SOON)
                    .untilAsserted(() -> assertThat(receiver.held()).isEqualTo(model.listed(events.partnerId())));
            await("batch-get, seed " + seed)
                    .atMost(SOON)
                    .untilAsserted(() -> assertBatchGetAgrees(events, model, partner));
        }
    }

    private static void publish(
            CatalogAddresses catalog, RandomCatalog events, CatalogModel model, RawReceiver receiver) {
        SchemaRegistry registry = catalog.schemas();
        try (Producer<String, byte[]> producer =
                new KafkaProducer<>(catalog.kafka().properties(), new StringSerializer(), new ByteArraySerializer())) {
            publish(producer, registry, catalog, model, events.partner(receiver.url()));
            for (int i = 0; i < EVENTS; i++) {
                publish(producer, registry, catalog, model, events.next(receiver.url()));
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // closing the producer waits for every record
    private static void publish(
            Producer<String, byte[]> producer,
            SchemaRegistry registry,
            CatalogAddresses catalog,
            CatalogModel model,
            RandomCatalog.Event event) {
        String topic = event.topic().name(catalog.kafka().topics().prefix());
        byte[] value = new RecordSerializer<SpecificRecord>(registry, event.topic()).serialize(topic, event.value());
        int partitions = producer.partitionsFor(topic).size();
        int partition = Math.floorMod(event.key().hashCode(), partitions);
        producer.send(new ProducerRecord<>(topic, partition, event.key(), value));
        model.take(event);
    }

    private static void assertBatchGetAgrees(RandomCatalog events, CatalogModel model, PartnerClient partner)
            throws Exception {
        for (long company : events.companies()) {
            List<Long> scopes = new ArrayList<>(events.locations());
            scopes.add(company);
            for (long location : scopes) {
                Scope scope = new Scope(company, location);
                HttpResponse<String> answer = partner.batchGet(company, location, events.barcodes(), List.of());
                if (!model.allows(events.partnerId(), scope)) {
                    assertThat(answer.statusCode()).isEqualTo(403);
                    continue;
                }
                List<String> expected = new ArrayList<>();
                for (String barcode : events.barcodes()) {
                    String variant = model.variant(events.partnerId(), scope, barcode);
                    if (variant != null) {
                        expected.add(variant);
                    }
                }
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                assertThat(RawVariants.of(answer.body().getBytes(StandardCharsets.UTF_8), "variants"))
                        .isEqualTo(expected);
            }
        }
    }
}
