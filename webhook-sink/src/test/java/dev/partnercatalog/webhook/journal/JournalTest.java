package dev.partnercatalog.webhook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class JournalTest {

    private static final TopicSettings TOPICS = new TopicSettings("catalog.", 8, (short) 1);
    private static final String ENDPOINTS = CatalogTopic.WEBHOOK_ENDPOINTS.name(TOPICS.prefix());

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private MockProducer<String, byte[]> producer = producer(true);
    private Journal journal = new Journal(producer, registry, TOPICS);

    @AfterEach
    void stop() {
        journal.close();
        registryServer.close();
    }

    @Test
    void each_record_goes_to_its_topic_under_its_key() {
        journal.publish(endpoint("p", 1));
        journal.publish(new WebhookBacklog("p", 7, 3L, 5L, 6L, 0L, List.of(), 0L, false));
        journal.add(attempt("msg_1"));
        journal.delete("q", 0);

        awaitWrites(4);
        assertThat(producer.history())
                .extracting(write -> write.topic() + " " + write.key())
                .containsExactlyInAnyOrder(
                        "catalog.webhook-endpoints p/0",
                        "catalog.webhook-backlogs p/7",
                        "catalog.webhook-attempts p",
                        "catalog.webhook-endpoints q/0");
        assertThat(producer.history())
                .allMatch(write -> write.partition() == Partitioning.byKey(write.key(), TOPICS.partitions()))
                .allMatch(write -> write.key().equals("q/0") == (write.value() == null));
    }

    @Test
    @DisplayName("Only the newest state is written, and never two at once")
    void only_the_newest_state_is_written() {
        hold();
        journal.publish(endpoint("p", 1));
        awaitWrites(1);
        journal.publish(endpoint("p", 2));
        journal.publish(endpoint("p", 3));
        journal.publish(endpoint("q", 4));
        awaitWrites(2);
        assertThat(written(1)).isEqualTo(endpoint("q", 4));

        producer.completeNext();

        awaitWrites(3);
        assertThat(written(2)).isEqualTo(endpoint("p", 3));
    }

    @Test
    void a_state_whose_write_fails_is_written_again_unless_there_is_a_newer_one() {
        hold();
        journal.publish(endpoint("p", 1));
        awaitWrites(1);

        producer.errorNext(new IllegalStateException("lost"));
        awaitWrites(2);
        assertThat(written(1)).isEqualTo(endpoint("p", 1));
        journal.publish(endpoint("p", 2));
        producer.errorNext(new IllegalStateException("lost"));

        awaitWrites(3);
        assertThat(written(2)).isEqualTo(endpoint("p", 2));
    }

    @Test
    @DisplayName("If the brokers are unavailable, attempts are dropped beyond a bound, and states are kept")
    void attempts_are_dropped_and_states_are_kept_while_nothing_can_be_written() {
        refuse(producer, new IllegalStateException("the brokers are unavailable"));
        for (int i = 0; i < 100_000; i++) {
            journal.add(attempt("msg_" + i));
            journal.publish(endpoint("p" + i % 10, i));
        }

        refuse(producer, null);

        await().untilAsserted(() -> assertThat(producer.history())
                .hasSizeGreaterThan(Journal.MAX_ATTEMPTS)
                .<SpecificRecord>extracting(this::record)
                .contains(IntStream.range(99_990, 100_000)
                        .mapToObj(i -> endpoint("p" + i % 10, i))
                        .toArray(WebhookEndpoint[]::new)));
        assertThat(producer.history())
                .filteredOn(write -> !write.topic().equals(ENDPOINTS))
                .hasSizeLessThanOrEqualTo(Journal.MAX_ATTEMPTS)
                .<SpecificRecord>extracting(this::record)
                .doesNotContain(attempt("msg_99999"));
    }

    @Test
    void what_waits_is_written_before_it_closes() {
        // Registers the schemas, which a busy machine may not do in the moment that closing takes.
        journal.publish(endpoint("p", 1));
        journal.add(attempt("msg_1"));
        awaitWrites(2);
        journal.publish(endpoint("p", 2));
        journal.add(attempt("msg_2"));

        journal.close();

        assertThat(producer.history()).hasSize(4);
    }

    /** From now on a write doesn't end until the test says so. */
    private void hold() {
        producer = producer(false);
        journal = new Journal(producer, registry, TOPICS);
    }

    /** @param answering whether writes succeed at once */
    private static MockProducer<String, byte[]> producer(boolean answering) {
        return new MockProducer<>(answering, null, new StringSerializer(), new ByteArraySerializer());
    }

    /** @param fault of each write from now on; null for none */
    private static void refuse(MockProducer<?, ?> producer, @Nullable RuntimeException fault) {
        synchronized (producer) {
            producer.sendException = fault;
        }
    }

    private void awaitWrites(int count) {
        await().until(() -> producer.history().size() == count);
    }

    private SpecificRecord written(int index) {
        return record(producer.history().get(index));
    }

    private SpecificRecord record(ProducerRecord<String, byte[]> write) {
        Class<? extends SpecificRecord> type =
                write.topic().equals(ENDPOINTS) ? WebhookEndpoint.class : WebhookAttempt.class;
        try (RecordDeserializer<?> deserializer = new RecordDeserializer<>(registry, type)) {
            return deserializer.deserialize(write.topic(), write.value());
        }
    }

    private static WebhookEndpoint endpoint(String partnerId, int failures) {
        return WebhookEndpoint.newBuilder()
                .setPartnerId(partnerId)
                .setPartition(0)
                .setUrl("https://p.example/")
                .setUpdatedAt(1)
                .setStatus(EndpointStatus.BACKING_OFF)
                .setFailures(failures)
                .build();
    }

    private static WebhookAttempt attempt(String id) {
        return WebhookAttempt.newBuilder()
                .setPartnerId("p")
                .setUrl("https://p.example/")
                .setAt(1)
                .setWebhookId(id)
                .setKind(AttemptKind.CHANGES)
                .setOutcome(AttemptOutcome.ACCEPTED)
                .setDurationMs(2)
                .build();
    }
}
