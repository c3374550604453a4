package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.Poison.wire;
import static dev.partnercatalog.standalone.RejectedEvents.awaitName;
import static dev.partnercatalog.standalone.RejectedEvents.bytes;
import static dev.partnercatalog.standalone.RejectedEvents.name;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.deadletter.LogPosition;
import dev.partnercatalog.cli.deadletter.Replay;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.standalone.RejectedEvents.Letters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of events that can't be accepted, up to the corrected one that is served, with the program's own commands. */
@ExtendWith(CatalogExtension.class)
class DeadLettersTest {

    private static final String SHORT_VARIANT = """
        {"type": "record", "name": "BpdVariant", "namespace": "dev.partnercatalog.events", "fields": [
          {"name": "barcode", "type": "string"}, {"name": "name", "type": "string", "default": ""}]}\
        """;
    private static final String SHORT_VARIANT_OF_TWO = """
        {"type": "record", "name": "BpdVariant", "namespace": "dev.partnercatalog.events", "doc": "two", "fields": [
          {"name": "barcode", "type": "string"}, {"name": "name", "type": "string", "default": ""}]}\
        """;

    private final CatalogAddresses catalog;
    private final RejectedEvents events;

    DeadLettersTest(CatalogAddresses catalog) {
        this.catalog = catalog;
        events = new RejectedEvents(catalog);
    }

    @Test
    void every_kind_of_poison_is_listed_with_its_reason_and_shown_and_the_pipeline_goes_on() throws Exception {
        Map<String, RecordMetadata> sent = new HashMap<>();
        byte[] fit = events.bpd("poison-fit", "fit");
        sent.put("begin with a zero byte", events.publish("poison-garbage", new byte[] {9, 27, '[', '2', 'J'}));
        sent.put(
                "content id 1999999 is not a version of catalog.bpd-variants-value",
                events.publish("poison-schema", wire(1_999_999, new byte[] {2})));
        sent.put(
                "the value is not a valid BpdVariant",
                events.publish("poison-cut", Arrays.copyOf(fit, fit.length - 3)));
        sent.put("bytes are left over", events.publish("poison-fit", Arrays.copyOf(fit, fit.length + 1)));
        sent.put("the key and the value disagree", events.publish("poison-other", fit));
        sent.put("is invalid", events.publish("poison \u001b[2J", fit));
        sent.put("the key is not UTF-8 text", events.publish(new byte[] {'k', (byte) 0xff}, fit, null));
        sent.put("the event is 2097164 bytes long", events.publish("poison-large", new byte[2 << 20]));
        sent.put("the event is 20971533 bytes long", events.publish("poison-larger", new byte[20 << 20]));
        events.publish("poison-fit", fit);

        Letters letters = events.awaitLetters(sent);
        PartnerClient partner = events.partner();
        awaitName(partner, "poison-fit", "fit");

        JsonNode garbage = events.show(letters.of("begin with a zero byte"));
        assertThat(garbage.path("valueBase64").asText()).isEqualTo("CRtbMko=");
        assertThat(garbage.path("headers")).hasToString("[{\"name\":\"trace\",\"value\":\"of upstream\"}]");
        assertThat(events.show(letters.of("the key and the value disagree"))
                        .path("value")
                        .path("name")
                        .asText())
                .isEqualTo("fit");
        assertThat(events.show(letters.of("the event is 2097164 bytes long"))
                        .path("bytes")
                        .asInt())
                .isEqualTo(2 << 20);
        assertThat(events.show(letters.of("the event is 20971533 bytes long"))
                        .path("omittedBytes")
                        .asInt())
                .isEqualTo(20 << 20);
        assertThat(letters.of("the key is not UTF-8 text").path("keyBase64").asText())
                .isEqualTo("a/8=");
        assertThat(events.run(0, "list")).doesNotContain("\u001b");
        assertThat(events.run(0, "show", letters.id("is invalid")))
                .contains("poison \\u001B[2J")
                .doesNotContain("\u001b");
        assertThat(events.run(0, "show", letters.id("begin with a zero byte")))
                .contains("\"undecodable\" : ", "\"valueBase64\" : \"CRtbMko=\"");
        String larger = letters.id("the event is 20971533 bytes long");
        assertThat(events.run(1, "replay", larger)).contains("too large to be kept");
    }

    @Test
    void an_event_of_1970_is_served_and_its_dead_letter_is_as_old_as_its_rejection() throws Exception {
        Instant before = Instant.now();
        events.publish(bytes("letters-1970"), events.bpd("letters-1970", "of 1970"), 1L);
        RecordMetadata broken = events.publish(bytes("letters-1970-broken"), new byte[] {1}, 1L);
        PartnerClient partner = events.partner();
        awaitName(partner, "letters-1970", "of 1970");
        JsonNode letter = events.awaitLetters(Map.of("", broken)).of("");
        assertThat(Instant.parse(letter.path("time").asText())).isAfter(before.minusSeconds(1));
        assertThat(letter.path("publishedAt").asText()).isEqualTo("1970-01-01T00:00:00.001Z");
    }

    @Test
    void a_letter_that_is_not_there_is_told() {
        CommandRun show = events.run("show", "0-999999999");
        CommandRun replay = events.run("replay", "0-999999999", "3-1");
        assertThat(show.status()).isEqualTo(1);
        assertThat(replay.status()).isEqualTo(1);
        assertThat(show.err() + replay.err())
                .contains("dead letter 0-999999999 doesn't exist")
                .contains("dead letter 3-1 doesn't exist");
    }

    @Test
    void a_list_of_none_says_so_where_no_program_reads_it() {
        CommandRun list = events.run("list", "--key", "none");
        assertThat(list.endedWith(0)).isEmpty();
        assertThat(list.err()).isEqualTo("catalog: no dead letter matches" + System.lineSeparator());
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
        await().untilAsserted(() -> assertThat(events.run(0, "list", "--key", "letters-alone"))
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
        Brokers brokers = new Brokers(catalog.kafka());
        Brokers overtaking = new Brokers(
                catalog.kafka(),
                brokers::consumer,
                () -> new OvertakenProducer(catalog.kafka(), () -> events.publish("letters-race", newer)));
        List<Replay.Result> results = new ArrayList<>();
        try (OpenTopics topics = new OpenTopics(overtaking, catalog.schemas());
                Consumer<byte[], byte[]> sources = brokers.consumer()) {
            new Replay(topics, new Replay.Mode(false, false), results::add).run(List.of(letter));
            assertThat(results).extracting(Replay.Result::outcome).containsExactly(Replay.Outcome.REPLAYED);
            TopicPartition partition = new TopicPartition(sent.topic(), sent.partition());
            sources.assign(List.of(partition));
            sources.seek(partition, sent.offset());
            List<byte[]> values = new ArrayList<>();
            await().untilAsserted(() -> {
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
