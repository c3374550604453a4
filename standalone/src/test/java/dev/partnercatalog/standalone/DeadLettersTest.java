package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.Poison.wire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.deadletter.LogPosition;
import dev.partnercatalog.cli.deadletter.Replay;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.avro.Schema;
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

/** What becomes of events that can't be accepted, up to the corrected one that is served, with the program's own commands. */
@ExtendWith(CatalogExtension.class)
class DeadLettersTest {
    private static final long COMPANY = 7_400;

    private static final String SHORT_VARIANT = """
        {"type": "record", "name": "BpdVariant", "namespace": "dev.partnercatalog.events", "fields": [
          {"name": "barcode", "type": "string"}, {"name": "name", "type": "string", "default": ""}]}\
        """;
    private static final String SHORT_VARIANT_OF_TWO =
            SHORT_VARIANT.replace("\"fields\"", "\"doc\": \"two\", \"fields\"");

    private final CatalogAddresses catalog;

    DeadLettersTest(CatalogAddresses catalog) {
        this.catalog = catalog;
    }

    @Test
    void every_kind_of_poison_is_listed_with_its_reason_and_shown_and_the_pipeline_goes_on() throws Exception {
        Map<String, RecordMetadata> sent = new HashMap<>();
        byte[] fit = bpd("poison-fit", "fit");
        sent.put("begin with a zero byte", publish("poison-garbage", new byte[] {9, 27, '[', '2', 'J'}));
        sent.put(
                "content id 1999999 is not a version of catalog.bpd-variants-value",
                publish("poison-schema", wire(1_999_999, new byte[] {2})));
        sent.put("the value is not a valid BpdVariant", publish("poison-cut", Arrays.copyOf(fit, fit.length - 3)));
        sent.put("bytes are left over", publish("poison-fit", Arrays.copyOf(fit, fit.length + 1)));
        sent.put("the key and the value disagree", publish("poison-other", fit));
        sent.put("is invalid", publish("poison \u001b[2J", fit));
        sent.put("the key is not UTF-8 text", publish(new byte[] {'k', (byte) 0xff}, fit, null));
        sent.put("the event is 2097164 bytes long", publish("poison-large", new byte[2 << 20]));
        sent.put("the event is 20971533 bytes long", publish("poison-larger", new byte[20 << 20]));
        publish("poison-fit", fit);

        Letters letters = awaitLetters(sent);
        PartnerClient partner = partner();
        awaitName(partner, "poison-fit", "fit");

        JsonNode garbage = show(letters.of("begin with a zero byte"));
        assertThat(garbage.path("valueBase64").asText()).isEqualTo("CRtbMko=");
        assertThat(garbage.path("headers")).hasToString("[{\"name\":\"trace\",\"value\":\"of upstream\"}]");
        assertThat(show(letters.of("the key and the value disagree"))
                        .path("value")
                        .path("name")
                        .asText())
                .isEqualTo("fit");
        assertThat(show(letters.of("the event is 2097164 bytes long"))
                        .path("bytes")
                        .asInt())
                .isEqualTo(2 << 20);
        assertThat(show(letters.of("the event is 20971533 bytes long"))
                        .path("omittedBytes")
                        .asInt())
                .isEqualTo(20 << 20);
        assertThat(letters.of("the key is not UTF-8 text").path("keyBase64").asText())
                .isEqualTo("a/8=");
        assertThat(run(0, "list")).doesNotContain("\u001b");
        assertThat(run(0, "show", letters.id("is invalid")))
                .contains("poison \\u001B[2J")
                .doesNotContain("\u001b");
        assertThat(run(0, "show", letters.id("begin with a zero byte")))
                .contains("\"undecodable\" : ", "\"valueBase64\" : \"CRtbMko=\"");
        String larger = letters.id("the event is 20971533 bytes long");
        assertThat(run(1, "replay", larger)).contains("too large to be kept");
    }

    @Test
    void an_event_of_1970_is_served_and_its_dead_letter_is_as_old_as_its_rejection() throws Exception {
        Instant before = Instant.now();
        publish(bytes("letters-1970"), bpd("letters-1970", "of 1970"), 1L);
        RecordMetadata broken = publish(bytes("letters-1970-broken"), new byte[] {1}, 1L);
        PartnerClient partner = partner();
        awaitName(partner, "letters-1970", "of 1970");
        JsonNode letter = awaitLetters(Map.of("", broken)).of("");
        assertThat(Instant.parse(letter.path("time").asText())).isAfter(before.minusSeconds(1));
        assertThat(letter.path("publishedAt").asText()).isEqualTo("1970-01-01T00:00:00.001Z");
    }

    @Test
    void a_letter_that_is_not_there_is_told() {
        CommandRun show = run("show", "0-999999999");
        CommandRun replay = run("replay", "0-999999999", "3-999999998");
        assertThat(show.status()).isEqualTo(1);
        assertThat(replay.status()).isEqualTo(1);
        assertThat(show.err() + replay.err())
                .contains("dead letter 0-999999999 doesn't exist")
                .contains("dead letter 3-999999998 doesn't exist");
    }

    @Test
    void a_list_of_none_says_so_where_no_program_reads_it() {
        CommandRun list = run("list", "--key", "none");
        assertThat(list.endedWith(0)).isEmpty();
        assertThat(list.err()).isEqualTo("catalog: no dead letter matches" + System.lineSeparator());
    }

    @Test
    void what_a_missing_schema_held_up_is_served_after_a_replay_and_is_not_replayed_twice() throws Exception {
        // The registry has one id for a content, wherever it is registered.
        int next = register("stranger", SHORT_VARIANT);
        RecordMetadata sent = publish("letters-schema", wire(next, bytes("\34letters-schema\blate")));
        String id = awaitLetters(Map.of("", sent)).id("");
        assertThat(run(0, "show", id))
                .contains("content id " + next + " is not a version of catalog.bpd-variants-value");

        assertThat(register("catalog.bpd-variants", SHORT_VARIANT)).isEqualTo(next);
        assertThat(run(0, "show", id)).contains("\"name\" : \"late\"");
        assertThat(run(0, "replay", id, "--dry-run")).contains("would be replayed");
        PartnerClient partner = partner();
        assertThat(name(partner, "letters-schema")).isNull();

        assertThat(run(0, "replay", id)).contains("replayed to catalog.bpd-variants " + sent.partition() + "-");
        awaitName(partner, "letters-schema", "late");
        assertThat(run(1, "replay", id)).contains("was replayed before");
        assertThat(run(0, "replay", "--all", "--topic", "bpd-variants", "--since", "1h", "--dry-run"))
                .containsPattern(id + " +catalog.bpd-variants +was replayed before");
        assertThat(run(0, "replay", "--all", "--key", "letters-schema", "--dry-run"))
                .contains(id, "0 replayable, 0 superseded, 1 replayed before");
        assertThat(run(0, "list", "--key", "letters")).doesNotContain(id);
    }

    @Test
    void an_event_is_not_replayed_over_a_newer_one_of_its_key_unless_forced() throws Exception {
        byte[] newer = bpd("letters-old", "new");
        int next = register("stranger", SHORT_VARIANT_OF_TWO);
        byte[] value = wire(next, bytes("\26letters-old\6old"));
        RecordMetadata first = publish("letters-old", value);
        RecordMetadata again = publish("letters-old", value);
        RecordMetadata alone = publish("letters-alone", value);
        publish("letters-old", newer);
        Letters letters = awaitLetters(Map.of("first", first, "again", again, "alone", alone));
        String old = letters.id("again");
        String failing = letters.id("alone");
        assertThat(register("catalog.bpd-variants", SHORT_VARIANT_OF_TWO)).isEqualTo(next);
        PartnerClient partner = partner();
        awaitName(partner, "letters-old", "new");

        assertThat(run(1, "replay", old, letters.id("first"), failing))
                .containsPattern(old + " +catalog.bpd-variants +a newer event of its key is at catalog.bpd-variants")
                .contains("1 replayed, 0 replayable, 2 superseded");
        // Its key doesn't agree with its value, so it fails again: it is one letter with two attempts.
        await().untilAsserted(() -> assertThat(run(0, "list", "--key", "letters-alone"))
                .contains("rejected 2 times; first published at " + alone.partition() + "-" + alone.offset())
                .doesNotContainPattern("(?m)^" + failing + " "));
        assertThat(run(0, "replay", "--all", "--key", "letters-alone", "--dry-run"))
                .contains("1 replayable, 0 superseded, 0 replayed before")
                .doesNotContainPattern("(?m)^" + failing + " ");
        assertThat(name(partner, "letters-old")).isEqualTo("new");

        assertThat(run(0, "replay", "--force", old)).contains("replayed to");
        awaitName(partner, "letters-old", "old");
    }

    @Test
    void an_event_that_upstream_publishes_while_an_older_one_of_its_key_is_replayed_is_the_last_one_in_the_end()
            throws Exception {
        byte[] newer = bpd("letters-race", "new");
        RecordMetadata sent = publish("letters-race", new byte[] {1});
        LogPosition letter =
                LogPosition.parse(awaitLetters(Map.of("", sent)).id("")).orElseThrow();
        Brokers brokers = new Brokers(catalog.kafka());
        Brokers overtaking = new Brokers(
                catalog.kafka(),
                brokers::consumer,
                () -> new OvertakenProducer(catalog.kafka(), () -> publish("letters-race", newer)));
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
        PartnerClient partner = partner();
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

    /** Dead letters by the names that a test gives their events. */
    private record Letters(Map<String, JsonNode> byName) {

        JsonNode of(String name) {
            return Objects.requireNonNull(byName.get(name));
        }

        String id(String name) {
            return of(name).path("id").asText();
        }
    }

    private PartnerClient partner() throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, CompanyEvents.partner("letters", "", COMPANY));
        PartnerClient partner = catalog.client("letters");
        await().until(() ->
                partner.batchGet(COMPANY, COMPANY, List.of("x"), List.of()).statusCode() == 200);
        return partner;
    }

    private static @Nullable String name(PartnerClient partner, String barcode) throws Exception {
        JsonNode variants =
                partner.variants(COMPANY, COMPANY, List.of(barcode), List.of()).path("variants");
        return variants.isEmpty() ? null : variants.path(0).path("name").asText();
    }

    private static void awaitName(PartnerClient partner, String barcode, String name) {
        await().untilAsserted(() -> assertThat(name(partner, barcode)).isEqualTo(name));
    }

    /** The dead letters for the events, by the names under which the events are given. */
    private Letters awaitLetters(Map<String, RecordMetadata> sent) {
        Map<String, JsonNode> found = new HashMap<>();
        await().until(() -> {
            for (String line :
                    run(0, "list", "--json", "--limit", "1000").lines().toList()) {
                JsonNode letter = PartnerClient.read(line);
                sent.forEach((name, event) -> {
                    if (letter.path("topic").asText().equals(event.topic())
                            && letter.path("partition").asInt() == event.partition()
                            && letter.path("offset").asLong() == event.offset()) {
                        found.put(name, letter);
                    }
                });
            }
            return found.size() == sent.size();
        });
        found.forEach((reason, letter) -> assertThat(
                        reason.contains(" ") ? letter.path("reason").asText() : reason)
                .contains(reason));
        return new Letters(found);
    }

    private JsonNode show(JsonNode letter) {
        return PartnerClient.read(run(0, "show", "--json", letter.path("id").asText()));
    }

    /** Runs {@code ./catalog dead-letters}. */
    private CommandRun run(String... arguments) {
        return CommandRun.on(
                catalog,
                Stream.concat(Stream.of("dead-letters"), Arrays.stream(arguments))
                        .toArray(String[]::new));
    }

    /** What it prints if it ends with this status. */
    private String run(int status, String... arguments) {
        return run(arguments).endedWith(status);
    }

    private byte[] bpd(String barcode, String name) {
        BpdVariant variant =
                BpdVariant.newBuilder().setBarcode(barcode).setName(name).build();
        return Objects.requireNonNull(new RecordSerializer<BpdVariant>(catalog.schemas(), CatalogTopic.BPD_VARIANTS)
                .serialize("catalog.bpd-variants", variant));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private RecordMetadata publish(String key, byte[] value) throws Exception {
        return publish(bytes(key), value, null);
    }

    /** Publishes like an upstream system whose producer allows larger records, which get through thanks to compression. */
    private RecordMetadata publish(byte[] key, byte[] value, @Nullable Long timestamp) throws Exception {
        Properties properties = catalog.kafka().properties();
        properties.put("max.request.size", 64 << 20);
        properties.put("buffer.memory", 64 << 20);
        properties.put("compression.type", "zstd");
        try (Producer<byte[], byte[]> producer = TopicRecords.producer(properties)) {
            ProducerRecord<byte[], byte[]> record =
                    new ProducerRecord<>("catalog.bpd-variants", null, timestamp, key, value);
            record.headers().add("trace", bytes("of upstream"));
            return producer.send(record).get();
        }
    }

    /** Registers a schema for a topic, as upstream would; returns its content id. */
    private int register(String topic, String schema) {
        return catalog.schemas().contentId(topic, new Schema.Parser().parse(schema));
    }
}
