package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.Poison.wire;
import static dev.partnercatalog.standalone.RejectedEvents.awaitName;
import static dev.partnercatalog.standalone.RejectedEvents.bytes;
import static dev.partnercatalog.standalone.RejectedEvents.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.cli.deadletter.DeadLetterLog;
import dev.partnercatalog.cli.deadletter.LogPosition;
import dev.partnercatalog.cli.deadletter.Replay;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.standalone.RejectedEvents.Letters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** From an event that can't be accepted to the corrected one that is served, with the program's own commands. */
@ExtendWith(CatalogExtension.class)
class DeadLetterReplayTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String SHORT_VARIANT = """
        {"type": "record", "name": "BpdVariant", "namespace": "dev.partnercatalog.events", "fields": [
          {"name": "barcode", "type": "string"}, {"name": "name", "type": "string", "default": ""}]}\
        """;
    private static final String SHORT_VARIANT_OF_TWO = """
        {"type": "record", "name": "BpdVariant", "namespace": "dev.partnercatalog.events", "doc": "two", "fields": [
          {"name": "barcode", "type": "string"}, {"name": "name", "type": "string", "default": ""}]}\
        """;

    private final KafkaSettings kafka;
    private final RejectedEvents events;

    DeadLetterReplayTest(CatalogAddresses catalog) {
        kafka = catalog.kafka();
        events = new RejectedEvents(catalog);
    }

    @Test
    void what_a_missing_schema_held_up_is_served_after_a_replay_and_is_not_replayed_twice() throws Exception {
        // The registry has one id for a content, wherever it is registered.
        int next = events.register("stranger", SHORT_VARIANT);
        RecordMetadata sent = events.publish("letters-schema", wire(next, new byte[] {
            28, 'l', 'e', 't', 't', 'e', 'r', 's', '-', 's', 'c', 'h', 'e', 'm', 'a', 8, 'l', 'a', 't', 'e'
        }));
        String id = events.awaitLetters(Map.of("", sent)).id("");
        assertThat(events.run(0, "show", id))
                .contains("content id " + next + " is not a version of catalog.bpd-variants-value");

        assertThat(events.register("catalog.bpd-variants-value", SHORT_VARIANT)).isEqualTo(next);
        assertThat(events.run(0, "show", id)).contains("\"name\" : \"late\"");
        assertThat(events.run(0, "replay", id, "--dry-run")).contains("would be replayed");
        PartnerClient partner = events.partner();
        assertThat(name(partner, "letters-schema")).isNull();

        assertThat(events.run(0, "replay", id)).contains("replayed to catalog.bpd-variants " + sent.partition() + "-");
        awaitName(partner, "letters-schema", "late");
        assertThat(events.run(1, "replay", id)).contains("was replayed before");
        assertThat(events.run(0, "replay", "--all", "--topic", "bpd-variants", "--since", "1h", "--dry-run"))
                .containsPattern(id + " +catalog.bpd-variants +was replayed before");
        assertThat(events.run(0, "replay", "--all", "--key", "letters-schema", "--dry-run"))
                .contains(id, "0 replayable, 0 superseded, 1 replayed before");
        assertThat(events.run(0, "list", "--key", "letters")).doesNotContain(id);
    }

    @Test
    void an_event_is_not_replayed_over_a_newer_one_of_its_key_unless_forced() throws Exception {
        byte[] newer = events.bpd("letters-old", "new");
        int next = events.register("stranger", SHORT_VARIANT_OF_TWO);
        byte[] value =
                wire(next, new byte[] {22, 'l', 'e', 't', 't', 'e', 'r', 's', '-', 'o', 'l', 'd', 6, 'o', 'l', 'd'});
        RecordMetadata first = events.publish("letters-old", value);
        RecordMetadata again = events.publish("letters-old", value);
        RecordMetadata alone = events.publish("letters-alone", value);
        events.publish("letters-old", newer);
        Letters letters = events.awaitLetters(Map.of("first", first, "again", again, "alone", alone));
        String old = letters.id("again");
        String failing = letters.id("alone");
        assertThat(events.register("catalog.bpd-variants-value", SHORT_VARIANT_OF_TWO))
                .isEqualTo(next);
        PartnerClient partner = events.partner();
        awaitName(partner, "letters-old", "new");

        assertThat(events.run(1, "replay", old, letters.id("first"), failing))
                .containsPattern(old + " +catalog.bpd-variants +a newer event of its key is at catalog.bpd-variants")
                .contains("1 replayed, 0 replayable, 2 superseded");
        // Its key doesn't agree with its value, so it fails again: it is one letter with two attempts.
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(events.run(0, "list", "--key", "letters-alone"))
                        .contains("rejected 2 times; first published at " + alone.partition() + "-" + alone.offset())
                        .doesNotContainPattern("(?m)^" + failing + " "));
        assertThat(events.run(0, "replay", "--all", "--key", "letters-alone", "--dry-run"))
                .contains("1 replayable, 0 superseded, 0 replayed before")
                .doesNotContainPattern("(?m)^" + failing + " ");
        assertThat(name(partner, "letters-old")).isEqualTo("new");

        assertThat(events.run(0, "replay", "--force", old)).contains("replayed to");
        awaitName(partner, "letters-old", "old");
    }

    @Test
    void an_event_that_upstream_publishes_while_an_older_one_of_its_key_is_replayed_is_the_last_one_in_the_end()
            throws Exception {
        byte[] newer = events.bpd("letters-race", "new");
        RecordMetadata sent = events.publish("letters-race", new byte[] {1});
        LogPosition letter =
                LogPosition.parse(events.awaitLetters(Map.of("", sent)).id("")).orElseThrow();
        Brokers brokers = new Brokers(kafka);
        List<Replay.Result> results = new ArrayList<>();
        try (Consumer<byte[], byte[]> letters = brokers.consumer();
                Consumer<byte[], byte[]> sources = brokers.consumer();
                Producer<byte[], byte[]> producer =
                        new OvertakenProducer(kafka, () -> events.publish("letters-race", newer))) {
            new Replay(
                            new DeadLetterLog(letters, "catalog.dead-letters"),
                            sources,
                            producer,
                            "catalog.",
                            new Replay.Mode(false, false),
                            results::add)
                    .run(List.of(letter));
            assertThat(results).extracting(Replay.Result::outcome).containsExactly(Replay.Outcome.REPLAYED);
            TopicPartition partition = new TopicPartition(sent.topic(), sent.partition());
            sources.assign(List.of(partition));
            sources.seek(partition, sent.offset());
            List<byte[]> values = new ArrayList<>();
            await().atMost(SOON).untilAsserted(() -> {
                sources.poll(Duration.ofMillis(100)).forEach(record -> {
                    if (Arrays.equals(record.key(), bytes("letters-race"))) {
                        values.add(record.value());
                    }
                });
                assertThat(values).containsExactly(new byte[] {1}, newer, new byte[] {1}, newer);
            });
        }
        PartnerClient partner = events.partner();
        awaitName(partner, "letters-race", "new");
    }

    /** Upstream publishes a moment before each record that is sent first. */
    private static final class OvertakenProducer extends KafkaProducer<byte[], byte[]> {
        private final AtomicReference<@Nullable Callable<?>> upstream;

        OvertakenProducer(KafkaSettings kafka, Callable<?> upstream) {
            super(kafka.properties(), new ByteArraySerializer(), new ByteArraySerializer());
            this.upstream = new AtomicReference<>(upstream);
        }

        @Override
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            Callable<?> first = upstream.getAndSet(null);
            if (first != null) {
                try {
                    first.call();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
            return super.send(record, callback);
        }
    }
}
