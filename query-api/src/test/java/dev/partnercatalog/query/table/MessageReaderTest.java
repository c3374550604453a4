package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.table.MessageReader.StartingPoint;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MessageReaderTest {

    private static final TopicPartition PARTITION = new TopicPartition("catalog.webhook-attempts", 0);

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final RecordSerializer<WebhookAttempt> serializer =
            new RecordSerializer<>(registry, CatalogTopic.WEBHOOK_ATTEMPTS);
    private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("latest");
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BlockingQueue<WebhookAttempt> received = new LinkedBlockingQueue<>();

    @BeforeEach
    void topic() {
        registry.registerAll("catalog.");
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, 5L));
    }

    @AfterEach
    void close() {
        serializer.close();
        registryServer.close();
    }

    @Test
    void it_reads_messages_sent_after_it_is_ready_and_survives_faults_and_unreadable_messages() throws Exception {
        try (MessageReader<WebhookAttempt> reader = reader(StartingPoint.now())) {
            assertThat(reader.isReady()).isFalse();
            reader.start();
            awaitReady(reader);
            consumer.schedulePollTask(() -> consumer.setPollException(new KafkaException("a broker has gone")));
            consumer.schedulePollTask(() -> {
                consumer.addRecord(record(4, serialized("before")));
                consumer.addRecord(record(5, new byte[] {1, 2, 3}));
                consumer.addRecord(record("another", 6, serialized("under another partner's key")));
                consumer.addRecord(record(null, 7, serialized("under no key")));
                consumer.addRecord(record("p", 8, null));
                consumer.addRecord(record(9, serialized("after")));
            });
            WebhookAttempt attempt = received.poll(10, TimeUnit.SECONDS);
            assertThat(attempt).isNotNull();
            assertThat(attempt.getWebhookId()).isEqualTo("after");
            assertThat(received).isEmpty();
        }
        assertThat(meters.get("catalog.unreadable.messages")
                        .tag("topic", PARTITION.topic())
                        .counter()
                        .count())
                .isEqualTo(3);
        assertThat(consumer.closed()).isTrue();
    }

    @Test
    void a_message_waits_for_an_unavailable_registry_and_none_overtakes_it() throws Exception {
        byte[] first = serialized("first");
        byte[] second = serialized("second");
        SchemaRegistry impatient = new SchemaRegistry(registryServer.url(), Duration.ZERO);
        try (MessageReader<WebhookAttempt> reader = reader(StartingPoint.now(), impatient)) {
            reader.start();
            awaitReady(reader);
            registryServer.failNext(2);
            consumer.schedulePollTask(() -> {
                consumer.addRecord(record(5, first));
                consumer.addRecord(record(6, second));
            });
            for (String expected : List.of("first", "second")) {
                WebhookAttempt attempt = received.poll(20, TimeUnit.SECONDS);
                assertThat(attempt).isNotNull();
                assertThat(attempt.getWebhookId()).isEqualTo(expected);
            }
        }
    }

    @Test
    void it_can_begin_some_time_ago() throws Exception {
        Instant now = Instant.parse("2026-01-02T00:00:00Z");
        MockConsumer<String, byte[]> timed = new MockConsumer<>("latest") {
            @Override
            public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
                    Map<TopicPartition, Long> times) {
                long wanted = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
                assertThat(times).isEqualTo(Map.of(PARTITION, wanted));
                return Map.of(PARTITION, new OffsetAndTimestamp(2, wanted + 1));
            }
        };
        timed.updateEndOffsets(Map.of(PARTITION, 5L));
        timed.assign(List.of(PARTITION));
        StartingPoint.ago(Duration.ofDays(1), Clock.fixed(now, ZoneOffset.UTC)).seek(timed);
        assertThat(timed.position(PARTITION)).isEqualTo(2);
    }

    @Test
    void one_that_was_never_started_can_be_closed() {
        reader(StartingPoint.now()).close();
        assertThat(consumer.closed()).isTrue();
    }

    private MessageReader<WebhookAttempt> reader(StartingPoint start) {
        return reader(start, registry);
    }

    private MessageReader<WebhookAttempt> reader(StartingPoint start, SchemaRegistry schemas) {
        return new MessageReader<>(
                consumer,
                List.of(PARTITION),
                new OwnRecords<>(CatalogTopic.WEBHOOK_ATTEMPTS, WebhookAttempt.class, schemas, "catalog.", 1),
                new UnreadableRecords(meters, "catalog."),
                start,
                received::add);
    }

    private void awaitReady(MessageReader<?> reader) throws InterruptedException {
        CountDownLatch polled = new CountDownLatch(1);
        consumer.schedulePollTask(polled::countDown);
        assertThat(polled.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(reader.isReady()).isTrue();
    }

    private static ConsumerRecord<String, byte[]> record(long offset, byte[] value) {
        return record("p", offset, value);
    }

    private static ConsumerRecord<String, byte[]> record(@Nullable String key, long offset, byte @Nullable [] value) {
        return new ConsumerRecord<>(PARTITION.topic(), 0, offset, key, value);
    }

    private byte[] serialized(String webhookId) {
        byte[] bytes = serializer.serialize(PARTITION.topic(), attempt(webhookId));
        return java.util.Objects.requireNonNull(bytes);
    }

    private static WebhookAttempt attempt(String webhookId) {
        return WebhookAttempt.newBuilder()
                .setPartnerId("p")
                .setUrl("https://partner.example")
                .setAt(1)
                .setWebhookId(webhookId)
                .setKind(AttemptKind.PING)
                .setOutcome(AttemptOutcome.ACCEPTED)
                .setDurationMs(1)
                .build();
    }
}
