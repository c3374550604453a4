package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.Catalog;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.operations.deadletter.DeadLetterLog;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.deadletter.Replay;
import dev.partnercatalog.operations.deadletter.ReplayResult;
import dev.partnercatalog.operations.deadletter.ReplayWriter;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
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
class DeadLettersTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long COMPANY = 7_400;
    private static final String PARTNER = """
        {"partnerId": "letters", "partnerName": "s", "enabled": true, "webhook": {"enabled": false, "url": ""},\
         "allowedCompanies": [{"id": "7400", "name": "c", "provider": "cova", "providerId": "p",\
         "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},\
         "locations": []}]}\
        """;

    private static final String SHORT_VARIANT = """
        {"type": "record", "name": "BpdVariant", "namespace": "dev.partnercatalog.events", "fields": [
          {"name": "barcode", "type": "string"}, {"name": "name", "type": "string"}]}\
        """;
    private static final String SHORT_VARIANT_OF_TWO = """
        {"type": "record", "name": "BpdVariant", "namespace": "dev.partnercatalog.events", "doc": "two", "fields": [
          {"name": "barcode", "type": "string"}, {"name": "name", "type": "string"}]}\
        """;

    @Test
    void every_kind_of_poison_is_listed_with_its_reason_and_shown_and_the_pipeline_goes_on(CatalogAddresses catalog)
            throws Exception {
        Map<String, RecordMetadata> sent = new HashMap<>();
        byte[] fit = bpd(catalog, "poison-fit", "fit");
        sent.put("begin with a zero byte", publish(catalog, "poison-garbage", new byte[] {9, 27, '[', '2', 'J'}));
        sent.put(
                "content id 1999999 is not a version of catalog.bpd-variants-value",
                publish(catalog, "poison-schema", wire(1_999_999, new byte[] {2})));
        sent.put(
                "the value is not a valid BpdVariant",
                publish(catalog, "poison-cut", Arrays.copyOf(fit, fit.length - 3)));
        sent.put("bytes are left over", publish(catalog, "poison-fit", Arrays.copyOf(fit, fit.length + 1)));
        sent.put("the key and the value disagree", publish(catalog, "poison-other", fit));
        sent.put("is invalid", publish(catalog, "poison \u001b[2J", fit));
        sent.put("the key is not UTF-8 text", publish(catalog, new byte[] {'k', (byte) 0xff}, fit, null));
        sent.put("at most 1310720 are allowed", publish(catalog, "poison-large", new byte[2 << 20]));
        sent.put("once decompressed", publish(catalog, "poison-larger", new byte[20 << 20]));
        publish(catalog, "poison-fit", fit);

        Letters letters = awaitLetters(catalog, sent);
        PartnerClient partner = partner(catalog);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(name(partner, "poison-fit")).isEqualTo("fit"));

        JsonNode garbage = show(catalog, letters.of("begin with a zero byte"));
        assertThat(garbage.path("valueBase64").asText()).isEqualTo("CRtbMko=");
        assertThat(garbage.path("headers").path("trace").asText()).isEqualTo("of upstream");
        assertThat(show(catalog, letters.of("the key and the value disagree"))
                        .path("value")
                        .path("name")
                        .asText())
                .isEqualTo("fit");
        assertThat(show(catalog, letters.of("at most 1310720 are allowed"))
                        .path("bytes")
                        .asInt())
                .isEqualTo(2 << 20);
        assertThat(show(catalog, letters.of("once decompressed"))
                        .path("omittedBytes")
                        .asInt())
                .isEqualTo(20 << 20);
        assertThat(letters.of("the key is not UTF-8 text").path("keyBase64").asText())
                .isEqualTo("a/8=");
        assertThat(run(catalog, 0, "list")).doesNotContain("\u001b");
        assertThat(run(catalog, 0, "show", letters.id("is invalid"))).contains("poison \\u001b[2J");
        assertThat(run(catalog, 0, "show", letters.id("begin with a zero byte")))
                .contains("09 1b 5b 32 4a", "|..[2J|", "not decodable");
        assertThat(run(catalog, 0, "list", "--summary"))
                .containsPattern(" 1  catalog.bpd-variants  the key is not UTF-8 text")
                .containsPattern(
                        "\\d  catalog.bpd-variants  the key and the value disagree: barcode is … in the key, but … in"
                                + " the value");
        String larger = letters.id("once decompressed");
        assertThat(run(catalog, 1, "replay", larger)).contains("too large to be kept");
    }

    @Test
    void an_event_of_1970_is_served_and_its_dead_letter_is_as_old_as_its_rejection(CatalogAddresses catalog)
            throws Exception {
        Instant before = Instant.now();
        publish(catalog, bytes("letters-1970"), bpd(catalog, "letters-1970", "of 1970"), 1L);
        RecordMetadata broken = publish(catalog, bytes("letters-1970-broken"), new byte[] {1}, 1L);
        PartnerClient partner = partner(catalog);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(name(partner, "letters-1970")).isEqualTo("of 1970"));
        JsonNode letter = awaitLetters(catalog, Map.of("", broken)).of("");
        assertThat(Instant.parse(letter.path("time").asText())).isAfter(before.minusSeconds(1));
        assertThat(letter.path("publishedAt").asText()).isEqualTo("1970-01-01T00:00:00.001Z");
    }

    @Test
    void what_a_missing_schema_held_up_is_served_after_a_replay_and_is_not_replayed_twice(CatalogAddresses catalog)
            throws Exception {
        // The registry has one id for a content, wherever it is registered.
        int next = register(catalog, "stranger", SHORT_VARIANT);
        RecordMetadata sent = publish(catalog, "letters-schema", wire(next, new byte[] {
            28, 'l', 'e', 't', 't', 'e', 'r', 's', '-', 's', 'c', 'h', 'e', 'm', 'a', 8, 'l', 'a', 't', 'e'
        }));
        String id = awaitLetters(catalog, Map.of("", sent)).id("");
        assertThat(run(catalog, 0, "show", id))
                .contains("content id " + next + " is not a version of catalog.bpd-variants-value");

        assertThat(register(catalog, "catalog.bpd-variants-value", SHORT_VARIANT))
                .isEqualTo(next);
        assertThat(run(catalog, 0, "show", id)).contains("\"name\" : \"late\"");
        assertThat(run(catalog, 0, "replay", id, "--dry-run")).contains("would be replayed");
        PartnerClient partner = partner(catalog);
        assertThat(name(partner, "letters-schema")).isNull();

        assertThat(run(catalog, 0, "replay", id))
                .contains("replayed to catalog.bpd-variants " + sent.partition() + "-");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(name(partner, "letters-schema")).isEqualTo("late"));
        assertThat(run(catalog, 1, "replay", id)).contains("was replayed before");
        assertThat(run(catalog, 0, "replay", "--all", "--topic", "bpd-variants", "--since", "1h", "--dry-run"))
                .contains(id + "  was replayed before");
    }

    @Test
    void an_event_is_not_replayed_over_a_newer_one_of_its_key_unless_forced(CatalogAddresses catalog) throws Exception {
        byte[] newer = bpd(catalog, "letters-old", "new");
        int next = register(catalog, "stranger", SHORT_VARIANT_OF_TWO);
        byte[] value =
                wire(next, new byte[] {22, 'l', 'e', 't', 't', 'e', 'r', 's', '-', 'o', 'l', 'd', 6, 'o', 'l', 'd'});
        RecordMetadata first = publish(catalog, "letters-old", value);
        RecordMetadata again = publish(catalog, "letters-old", value);
        RecordMetadata alone = publish(catalog, "letters-alone", value);
        publish(catalog, "letters-old", newer);
        Letters letters = awaitLetters(catalog, Map.of("first", first, "again", again, "alone", alone));
        String old = letters.id("again");
        String failing = letters.id("alone");
        assertThat(register(catalog, "catalog.bpd-variants-value", SHORT_VARIANT_OF_TWO))
                .isEqualTo(next);
        PartnerClient partner = partner(catalog);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(name(partner, "letters-old")).isEqualTo("new"));

        assertThat(run(catalog, 1, "replay", old, letters.id("first"), failing))
                .contains(old + "  a newer event of its key is at catalog.bpd-variants")
                .contains("1 replayed, 0 replayable, 2 superseded");
        // Its key doesn't agree with its value: an event that is replayed and fails again becomes a letter again, which
        // says so.
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(run(catalog, 0, "list"))
                        .contains("(replayed; first at " + alone.partition() + "-" + alone.offset() + ")"));
        assertThat(name(partner, "letters-old")).isEqualTo("new");

        assertThat(run(catalog, 0, "replay", "--force", old)).contains("replayed to");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(name(partner, "letters-old")).isEqualTo("old"));
    }

    @Test
    void an_event_that_upstream_publishes_while_an_older_one_of_its_key_is_replayed_is_the_last_one_in_the_end(
            CatalogAddresses catalog) throws Exception {
        byte[] newer = bpd(catalog, "letters-race", "new");
        RecordMetadata sent = publish(catalog, "letters-race", new byte[] {1});
        LogPosition letter = LogPosition.parse(
                        awaitLetters(catalog, Map.of("", sent)).id(""))
                .orElseThrow();
        Brokers brokers = new Brokers(catalog.kafka());
        List<ReplayResult> results = new ArrayList<>();
        try (Consumer<byte[], byte[]> letters = brokers.bytesConsumer();
                Consumer<byte[], byte[]> sources = brokers.bytesConsumer();
                Producer<byte[], byte[]> producer =
                        new OvertakenProducer(catalog, () -> publish(catalog, "letters-race", newer))) {
            new Replay(
                            new DeadLetterLog(letters, "catalog.dead-letters"),
                            sources,
                            new ReplayWriter(producer),
                            "catalog.")
                    .run(List.of(letter), new Replay.Mode(false, false), results::add);
            assertThat(results).extracting(ReplayResult::outcome).containsExactly(ReplayResult.Outcome.REPLAYED);
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
        PartnerClient partner = partner(catalog);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(name(partner, "letters-race")).isEqualTo("new"));
    }

    /** Upstream publishes a moment before each record that is sent first. */
    private static final class OvertakenProducer extends KafkaProducer<byte[], byte[]> {
        private final AtomicReference<@Nullable Callable<?>> upstream;

        OvertakenProducer(CatalogAddresses catalog, Callable<?> upstream) {
            super(catalog.kafka().properties(), new ByteArraySerializer(), new ByteArraySerializer());
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

    @Test
    void a_letter_that_is_not_there_is_told(CatalogAddresses catalog) {
        StringWriter err = new StringWriter();
        assertThat(run(catalog, err, "show", "0-999999999")).isEqualTo(1);
        assertThat(run(catalog, err, "replay", "0-999999999", "3-1")).isEqualTo(1);
        assertThat(err.toString())
                .contains("dead letter 0-999999999 doesn't exist")
                .contains("dead letter 3-1 doesn't exist");
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

    private static PartnerClient partner(CatalogAddresses catalog) throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, PARTNER);
        PartnerClient partner = catalog.client("letters");
        await().atMost(SOON)
                .until(() -> partner.batchGet(COMPANY, COMPANY, List.of("x"), List.of())
                                .statusCode()
                        == 200);
        return partner;
    }

    private static @Nullable String name(PartnerClient partner, String barcode) throws Exception {
        JsonNode variants =
                partner.variants(COMPANY, COMPANY, List.of(barcode), List.of()).path("variants");
        return variants.isEmpty() ? null : variants.path(0).path("name").asText();
    }

    /** The letters for the events, by the names under which the events are given. */
    private static Letters awaitLetters(CatalogAddresses catalog, Map<String, RecordMetadata> sent) {
        Map<String, JsonNode> found = new HashMap<>();
        await().atMost(SOON).until(() -> {
            for (String line :
                    run(catalog, 0, "list", "--json", "--limit", "1000").lines().toList()) {
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

    private static JsonNode show(CatalogAddresses catalog, JsonNode letter) {
        return PartnerClient.read(
                run(catalog, 0, "show", "--json", letter.path("id").asText()));
    }

    /** What {@code ./catalog dead-letters} prints. */
    @Test
    void a_list_of_none_says_so_where_no_program_reads_it(CatalogAddresses catalog) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        assertThat(execute(
                        catalog, new PrintWriter(out), new PrintWriter(err), "list", "--until", "2020-01-01T00:00:00Z"))
                .isZero();
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).isEqualTo("catalog: no dead letter matches" + System.lineSeparator());
    }

    private static String run(CatalogAddresses catalog, int status, String... arguments) {
        StringWriter out = new StringWriter();
        assertThat(execute(
                        catalog,
                        new PrintWriter(out),
                        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                        arguments))
                .as(out.toString())
                .isEqualTo(status);
        return out.toString();
    }

    private static int run(CatalogAddresses catalog, StringWriter err, String... arguments) {
        return execute(catalog, new PrintWriter(new StringWriter()), new PrintWriter(err), arguments);
    }

    private static int execute(CatalogAddresses catalog, PrintWriter out, PrintWriter err, String... arguments) {
        List<String> all = new ArrayList<>(List.of("dead-letters"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--kafka=" + catalog.kafka().bootstrapServers(), "--registry=" + catalog.registry()));
        return Catalog.commandLine().setOut(out).setErr(err).execute(all.toArray(String[]::new));
    }

    private static byte[] bpd(CatalogAddresses catalog, String barcode, String name) {
        BpdVariant variant =
                BpdVariant.newBuilder().setBarcode(barcode).setName(name).build();
        return Objects.requireNonNull(new RecordSerializer<BpdVariant>(catalog.schemas(), CatalogTopic.BPD_VARIANTS)
                .serialize("catalog.bpd-variants", variant));
    }

    private static byte[] wire(int contentId, byte[] record) {
        return ByteBuffer.allocate(5 + record.length)
                .put((byte) 0)
                .putInt(contentId)
                .put(record)
                .array();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static RecordMetadata publish(CatalogAddresses catalog, String key, byte[] value) throws Exception {
        return publish(catalog, bytes(key), value, null);
    }

    /** Publishes like an upstream system whose producer allows larger records, which get through thanks to compression. */
    private static RecordMetadata publish(CatalogAddresses catalog, byte[] key, byte[] value, @Nullable Long timestamp)
            throws Exception {
        Properties properties = catalog.kafka().properties();
        properties.put("max.request.size", 64 << 20);
        properties.put("buffer.memory", 64 << 20);
        properties.put("compression.type", "zstd");
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            ProducerRecord<byte[], byte[]> record =
                    new ProducerRecord<>("catalog.bpd-variants", null, timestamp, key, value);
            record.headers().add("trace", bytes("of upstream"));
            return producer.send(record).get();
        }
    }

    /** Registers a schema as upstream would; returns its content id. */
    private static int register(CatalogAddresses catalog, String subject, String schema) throws Exception {
        ObjectNode artifact = JSON.createObjectNode().put("artifactId", subject).put("artifactType", "AVRO");
        artifact.putObject("firstVersion")
                .putObject("content")
                .put("content", schema)
                .put("contentType", "application/json");
        HttpRequest request = HttpRequest.newBuilder(URI.create(catalog.registry()
                        + "/apis/registry/v3/groups/default/artifacts?ifExists=FIND_OR_CREATE_VERSION"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(artifact.toString()))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return PartnerClient.read(answer.body())
                .path("version")
                .path("contentId")
                .asInt();
    }
}
