package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MessageReaderTest {

    private static final TopicPartition PARTITION = new TopicPartition("catalog.webhook-attempts", 0);
    private static final Instant SINCE = Instant.parse("2026-01-01T00:00:00Z");

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final RecordSerializer<WebhookAttempt> serializer =
            new RecordSerializer<>(registry, CatalogTopic.WEBHOOK_ATTEMPTS);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final BlockingQueue<WebhookAttempt> received = new LinkedBlockingQueue<>();
    private @Nullable OffsetAndTimestamp first;

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("latest") {
        @Override
        public synchronized Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(Map<TopicPartition, Long> times) {
            assertThat(times).isEqualTo(Map.of(PARTITION, SINCE.toEpochMilli()));
            return Collections.singletonMap(PARTITION, first);
        }
    };

    @BeforeEach
    void topic() {
        registry.registerAll("catalog.");
        consumer.updatePartitions(
                PARTITION.topic(), List.of(new PartitionInfo(PARTITION.topic(), 0, null, null, null)));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        consumer.updateEndOffsets(Map.of(PARTITION, 5L));
    }

    @AfterEach
    void close() {
        serializer.close();
        registryServer.close();
    }

    @Test
    void it_reads_new_messages_if_all_are_older_and_survives_faults_and_unreadable_messages() throws Exception {
        consumer.schedulePollTask(() -> consumer.setPollException(new KafkaException("a broker has gone")));
        consumer.schedulePollTask(() -> {
            consumer.addRecord(record("p", 4, serialized("before")));
            consumer.addRecord(record("p", 5, new byte[] {1, 2, 3}));
            consumer.addRecord(record("another", 6, serialized("under another partner's key")));
            consumer.addRecord(record(null, 7, serialized("under no key")));
            consumer.addRecord(record("p", 8, null));
            consumer.addRecord(record("p", 9, serialized("after")));
        });
        assertReceived(registry, "after");
        assertThat(meters.get("catalog.unreadable.messages")
                        .tag("topic", PARTITION.topic())
                        .counter()
                        .count())
                .isEqualTo(3);
        assertThat(consumer.closed()).isTrue();
    }

    @Test
    void a_message_waits_for_an_unavailable_registry_and_none_overtakes_it() throws Exception {
        byte[] one = serialized("one");
        byte[] other = serialized("other");
        consumer.schedulePollTask(() -> {
            registryServer.failNext(2);
            consumer.addRecord(record("p", 5, one));
            consumer.addRecord(record("p", 6, other));
        });
        assertReceived(new SchemaRegistry(registryServer.url(), Duration.ZERO), "one", "other");
    }

    @Test
    void it_begins_with_the_first_message_that_is_no_older() throws Exception {
        first = new OffsetAndTimestamp(2, SINCE.toEpochMilli() + 1);
        consumer.schedulePollTask(() -> {
            consumer.addRecord(record("p", 1, serialized("older")));
            consumer.addRecord(record("p", 2, serialized("younger")));
        });
        assertReceived(registry, "younger");
    }

    @Test
    void one_that_was_never_started_can_be_closed() {
        reader(registry).close();
        assertThat(consumer.closed()).isTrue();
    }

    /** Checks that a reader receives these messages and, until it is closed, no other. */
    private void assertReceived(SchemaRegistry schemas, String... ids) throws InterruptedException {
        try (MessageReader<WebhookAttempt> reader = reader(schemas)) {
            reader.start();
            for (String id : ids) {
                WebhookAttempt attempt = received.poll(1, TimeUnit.MINUTES);
                assertThat(attempt).extracting(WebhookAttempt::getWebhookId).isEqualTo(id);
            }
        }
        assertThat(received).isEmpty();
    }

    private MessageReader<WebhookAttempt> reader(SchemaRegistry schemas) {
        return new MessageReader<>(
                consumer,
                PARTITION.topic(),
                new OwnRecords<>(CatalogTopic.WEBHOOK_ATTEMPTS, WebhookAttempt.class, schemas, "catalog.", 1),
                new UnreadableRecords(meters, "catalog."),
                () -> SINCE,
                received::add);
    }

    private static ConsumerRecord<byte[], byte[]> record(@Nullable String key, long offset, byte @Nullable [] value) {
        byte[] encoded = key == null ? null : key.getBytes(StandardCharsets.UTF_8);
        return new ConsumerRecord<>(PARTITION.topic(), 0, offset, encoded, value);
    }

    private byte[] serialized(String webhookId) {
        WebhookAttempt attempt = WebhookAttempt.newBuilder()
                .setPartnerId("p")
                .setUrl("https://partner.example")
                .setAt(1)
                .setWebhookId(webhookId)
                .setKind(AttemptKind.PING)
                .setOutcome(AttemptOutcome.ACCEPTED)
                .setDurationMs(1)
                .build();
        return Objects.requireNonNull(serializer.serialize(PARTITION.topic(), attempt));
    }
}
