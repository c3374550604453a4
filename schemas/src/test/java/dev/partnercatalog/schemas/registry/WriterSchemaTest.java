package dev.partnercatalog.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.events.Listing;
import dev.partnercatalog.records.Nested;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Records in the registry's wire format: which schemas they may have been written with, and what it costs to find out. */
@Timeout(60)
class WriterSchemaTest {

    private static final String TOPIC = "catalog.listings";
    private static final String SUBJECT = TOPIC + "-value";
    private static final Listing LISTING = new Listing(7L, 8L, "sku", "barcode");

    private final RegistryDouble server = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(server.url(), Duration.ofSeconds(5));
    private final RecordDeserializer<Listing> reader = new RecordDeserializer<>(registry, Listing.class);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_schema_registered_only_elsewhere_is_not_the_topics() {
        int elsewhere = server.register("another-value", ReleasedSchemas.text(CatalogTopic.LISTINGS.valueSchema()));
        assertThatThrownBy(() -> reader.deserialize(TOPIC, written(elsewhere)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining(String.valueOf(elsewhere))
                .hasMessageContaining(SUBJECT)
                .hasMessageContaining("register the schema there");
    }

    @Test
    void the_same_content_may_be_a_version_of_two_subjects() {
        int id = server.register(SUBJECT, ReleasedSchemas.text(CatalogTopic.LISTINGS.valueSchema()));
        assertThat(reader.deserialize(TOPIC, written(id))).isEqualTo(LISTING);
        assertThatThrownBy(() -> reader.deserialize("other.listings", written(id)))
                .isInstanceOf(UnreadableRecordException.class);
        server.register("more.listings-value", ReleasedSchemas.text(CatalogTopic.LISTINGS.valueSchema()));
        assertThat(reader.deserialize("more.listings", written(id))).isEqualTo(LISTING);
    }

    @ParameterizedTest
    @MethodSource("dev.partnercatalog.schemas.registry.SchemaEvolutionTest#topicsWithSchemas")
    void every_schema_we_ever_wrote_with_is_fit(CatalogTopic topic) {
        assertThat(ReleasedSchemas.of(topic))
                .allSatisfy(schema -> assertThat(SchemaShape.faultOf(schema)).isNull());
        assertThat(SchemaShape.faultOf(topic.valueSchema())).isNull();
    }

    static Stream<Arguments> unfit() {
        return Stream.of(
                Arguments.of("more than 32 levels deep", """
                        ["null", "dev.partnercatalog.events.Listing"]"""),
                Arguments.of("more than 32 levels deep", """
                        {"type": "record", "name": "Node", "fields": [
                          {"name": "next", "type": ["null", {"type": "array", "items": "Node"}]}]}"""),
                Arguments.of("\"extra\" may take no bytes", """
                        {"type": "array", "items": "null"}"""),
                Arguments.of("\"extra\" may take no bytes", """
                        {"type": "array", "items": {"type": "record", "name": "Empty", "fields": []}}"""),
                Arguments.of("\"extra\" may take no bytes", """
                        {"type": "array", "items": {"type": "fixed", "name": "None", "size": 0}}"""),
                Arguments.of("\"extra{}.deeper\" may take no bytes", """
                        {"type": "map", "values": {"type": "record", "name": "Holder", "fields": [
                          {"name": "deeper", "type": {"type": "array", "items": {"type": "record", "name": "Nothing",
                            "fields": [{"name": "a", "type": "null"}, {"name": "b", "type": "null"}]}}}]}}"""),
                Arguments.of("more than 32 levels deep", nested(40)),
                Arguments.of("not an Avro schema", nested(5_000)),
                Arguments.of("more than 2000", """
                        {"type": "record", "name": "Wide", "fields": [%s]}""".formatted(fields(2_000, "\"int\""))),
                Arguments.of("more than 2000", doubling(30)),
                Arguments.of("not an Avro schema", "{}"));
    }

    @ParameterizedTest
    @MethodSource("unfit")
    @DisplayName("D40: a schema is bounded in depth, in parts and in items without bytes")
    void a_schema_that_could_cost_more_than_its_records_warrant_is_refused_with_the_reason(String why, String type) {
        int id = server.register(SUBJECT, listingWith(type));
        assertThatThrownBy(() -> reader.deserialize(TOPIC, written(id)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("content id " + id + " of " + SUBJECT)
                .hasMessageContaining(why)
                .hasMessageContaining("docs/publishing.md");
    }

    @Test
    void a_schema_that_our_reader_cannot_read_is_refused_with_the_location() {
        int id = server.register(SUBJECT, """
                {"type": "record", "name": "Listing", "namespace": "dev.partnercatalog.events", "fields": [
                  {"name": "companyId", "type": "string"}, {"name": "locationId", "type": "long"},
                  {"name": "sku", "type": "string"}, {"name": "barcode", "type": "string"}]}""");
        assertThatThrownBy(() -> reader.deserialize(TOPIC, written(id)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("content id " + id)
                .hasMessageContaining("TYPE_MISMATCH at /fields/0/type");
    }

    @Test
    void a_missing_part_is_the_schemas_fault_and_not_an_unavailable_registry() {
        assertRefused(server.register(SUBJECT, ""), "can't find it, or something it refers to");
    }

    @Test
    void a_refusal_is_remembered() {
        int id = server.register(SUBJECT, listingWith("{\"type\": \"array\", \"items\": \"null\"}"));
        assertRefused(id, "may take no bytes");
        int calls = server.calls();
        for (int i = 0; i < 100; i++) {
            assertRefused(id, "may take no bytes");
        }
        assertThat(server.calls()).isEqualTo(calls);
    }

    @Test
    void a_schema_registered_a_moment_after_a_refusal_is_found_at_once() {
        for (int i = 1; i <= 5; i++) {
            assertRefused(1_000_000, "not a version of " + SUBJECT);
            int id = server.register(
                    SUBJECT,
                    ReleasedSchemas.text(CatalogTopic.LISTINGS.valueSchema())
                            .replaceFirst("\"fields\"", "\"doc\":\"%d\",\"fields\"".formatted(i)));
            assertThat(reader.deserialize(TOPIC, written(id))).isEqualTo(LISTING);
        }
    }

    @Test
    void threads_that_meet_a_schema_at_the_same_time_all_read_its_records() throws Exception {
        byte[] record = written(server.register(SUBJECT, ReleasedSchemas.text(CatalogTopic.LISTINGS.valueSchema())));
        int threads = 40;
        ExecutorService reading = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier together = new CyclicBarrier(threads);
            List<Future<Listing>> read = reading.invokeAll(Collections.nCopies(threads, () -> {
                try (RecordDeserializer<Listing> own = new RecordDeserializer<>(registry, Listing.class)) {
                    together.await();
                    return own.deserialize(TOPIC, record);
                }
            }));
            for (Future<Listing> each : read) {
                assertThat(each.get()).isEqualTo(LISTING);
            }
        } finally {
            reading.shutdownNow();
        }
    }

    @Test
    void an_id_that_the_registry_does_not_know_is_asked_for_once_and_not_for_each_record() {
        assertRefused(1_000_000, "not a version of " + SUBJECT);
        int calls = server.calls();
        for (int i = 0; i < 100; i++) {
            assertRefused(1_000_000, "not a version of " + SUBJECT);
        }
        assertThat(server.calls() - calls).isLessThan(20);
    }

    @Test
    void schemas_registered_at_the_start_are_used_while_the_registry_is_unavailable() {
        int id = server.register(SUBJECT, ReleasedSchemas.text(CatalogTopic.LISTINGS.valueSchema()));
        byte[] known = written(id);
        byte[] unknown = written(4711);
        SchemaRegistry restarted = new SchemaRegistry(server.url(), Duration.ofSeconds(5)).withPatience(Duration.ZERO);
        restarted.registerAll("catalog.");
        server.failNext(Integer.MAX_VALUE);
        try (RecordDeserializer<Listing> other = new RecordDeserializer<>(restarted, Listing.class)) {
            assertThat(other.deserialize(TOPIC, known)).isEqualTo(LISTING);
            assertThatThrownBy(() -> other.deserialize(TOPIC, unknown))
                    .isInstanceOf(RegistryUnavailableException.class);
        }
    }

    @Test
    void a_record_that_overflows_the_stack_is_unreadable() {
        int id = registry.contentId("nested", Nested.SCHEMA$);
        ByteBuffer value = ByteBuffer.allocate(500_005).put((byte) 0).putInt(id);
        while (value.hasRemaining()) {
            value.put((byte) 2); // The branch that contains another record.
        }
        try (RecordDeserializer<Nested> nested = new RecordDeserializer<>(registry, Nested.class)) {
            assertThatThrownBy(() -> nested.deserialize("nested", value.array()))
                    .isInstanceOf(UnreadableRecordException.class)
                    .hasMessageContaining("nested too deeply");
            byte[] flat = ByteBuffer.allocate(6)
                    .put((byte) 0)
                    .putInt(id)
                    .put((byte) 0)
                    .array();
            assertThat(nested.deserialize("nested", flat).get(0)).isNull();
        }
    }

    @Test
    void one_serializer_writes_for_several_threads_at_once() {
        RecordSerializer<Listing> writer = new RecordSerializer<>(registry, CatalogTopic.LISTINGS);
        byte[] expected = writer.serialize(TOPIC, LISTING);
        boolean allRight = IntStream.range(0, 100_000)
                .parallel()
                .mapToObj(i -> writer.serialize(TOPIC, LISTING))
                .allMatch(bytes -> Arrays.equals(bytes, expected));
        assertThat(allRight).isTrue();
    }

    @Test
    void a_tombstone_stays_a_tombstone() {
        assertThat(new RecordSerializer<Listing>(registry, CatalogTopic.LISTINGS).serialize(TOPIC, null))
                .isNull();
        assertThat(reader.deserialize(TOPIC, null)).isNull();
    }

    @Test
    void the_registry_is_asked_once_per_schema_and_not_per_record_also_if_it_fails_for_a_moment() {
        RecordSerializer<Listing> writer = new RecordSerializer<>(registry, CatalogTopic.LISTINGS);
        server.failNext(3);
        assertThat(reader.deserialize(TOPIC, writer.serialize(TOPIC, LISTING))).isEqualTo(LISTING);
        int calls = server.calls();
        for (int i = 0; i < 100; i++) {
            reader.deserialize(TOPIC, writer.serialize(TOPIC, LISTING));
        }
        assertThat(server.calls()).isEqualTo(calls);
    }

    @Test
    void bytes_left_over_make_a_record_unreadable() {
        byte[] bytes = written(server.register(SUBJECT, ReleasedSchemas.text(CatalogTopic.LISTINGS.valueSchema())));
        assertThatThrownBy(() -> reader.deserialize(TOPIC, Arrays.copyOf(bytes, bytes.length + 1)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("left over");
    }

    private void assertRefused(int contentId, String why) {
        assertThatThrownBy(() -> reader.deserialize(TOPIC, written(contentId)))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining(why);
    }

    private byte[] written(int contentId) {
        byte[] bytes = Objects.requireNonNull(
                new RecordSerializer<Listing>(registry, CatalogTopic.LISTINGS).serialize("scratch", LISTING));
        ByteBuffer.wrap(bytes).putInt(1, contentId);
        return bytes;
    }

    /** Our schema with one additional field. FULL_TRANSITIVE allows this to everyone who may register schemas. */
    private static String listingWith(String type) {
        Schema listing = CatalogTopic.LISTINGS.valueSchema();
        return ReleasedSchemas.text(listing)
                .replaceFirst(
                        "\"fields\":\\[",
                        "\"fields\":[{\"name\":\"extra\",\"type\":" + Matcher.quoteReplacement(type) + "},");
    }

    private static String fields(int count, String type) {
        return IntStream.range(0, count)
                .mapToObj(i -> "{\"name\": \"f" + i + "\", \"type\": " + type + "}")
                .collect(Collectors.joining(","));
    }

    private static String nested(int levels) {
        return "{\"type\": \"array\", \"items\": ".repeat(levels) + "\"int\"" + "}".repeat(levels);
    }

    /** A record that contains the previous one twice, and so on: small as a schema. */
    private static String doubling(int levels) {
        String type = "\"null\"";
        for (int i = 0; i < levels; i++) {
            String name = "L" + i;
            type = "{\"type\": \"record\", \"name\": \"" + name + "\", \"fields\": [{\"name\": \"a\", \"type\": " + type
                    + "}, {\"name\": \"b\", \"type\": " + (i == 0 ? "\"null\"" : "\"L" + (i - 1) + "\"") + "}]}";
        }
        return type;
    }
}
