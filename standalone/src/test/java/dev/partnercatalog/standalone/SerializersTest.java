package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyLocation;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.producer.CatalogProducer;
import dev.partnercatalog.producer.ProducerSettings;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.ReleasedSchemas;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.apicurio.registry.serde.avro.AvroKafkaDeserializer;
import io.apicurio.registry.serde.avro.AvroKafkaSerializer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each row of the table of serializers in docs/publishing.md, with a real registry: our wire format is Apicurio's, and
 * what either side or the library for upstream teams writes is read by the others.
 */
@ExtendWith(CatalogExtension.class)
class SerializersTest {

    /** Not the catalog's own, whose newest schema may be one that another test has registered. */
    private static final String TOPIC = "serializers.bpd-variants";

    private static final BpdVariant PRODUCT =
            BpdVariant.newBuilder().setBarcode("b").setName("Crème ☃").build();
    private static final Company COMPANY = Company.newBuilder()
            .setCompanyId(7)
            .setName("Crème ☃")
            .setProvider("cova")
            .setProviderId("x")
            .setLocations(List.of(new CompanyLocation(8L, "l", "y")))
            .build();

    private static final Pattern SETTING = Pattern.compile("`([a-z.-]+)=([^`]+)`");
    private static final String APICURIO = "Apicurio, ";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A row of the table: the serializer, and what happens. */
    record Row(String serializer, String result) {

        /** What the table quotes. */
        String quoted() {
            Matcher quote = Pattern.compile("`([^`]+)`").matcher(result);
            assertThat(quote.find()).isTrue();
            return quote.group(1);
        }
    }

    static List<Row> rows() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "publishing.md"));
        String section = document.substring(
                document.indexOf("### Serializers and their settings"), document.indexOf("### A schema of your own"));
        List<Row> rows = Pattern.compile("(?m)^\\| (.*?) \\| (.*?) \\|.*\\|$")
                .matcher(section)
                .results()
                .skip(1)
                .map(row -> new Row(row.group(1), row.group(2)))
                .toList();
        assertThat(rows).hasSizeGreaterThan(10);
        return rows;
    }

    @BeforeAll
    static void register(CatalogAddresses catalog) {
        catalog.schemas().contentId(TOPIC, BpdVariant.getClassSchema());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void a_row_happens_as_the_document_says(Row row, CatalogAddresses catalog) throws Exception {
        if (row.result().startsWith("the producer stops")) {
            assertThatThrownBy(() -> written(row.serializer(), catalog)).hasStackTraceContaining(row.quoted());
            return;
        }
        byte[] value = written(row.serializer(), catalog);
        try (RecordDeserializer<BpdVariant> ours = new RecordDeserializer<>(catalog.schemas(), BpdVariant.class)) {
            if (row.result().equals("read")) {
                assertThat(ours.deserialize(TOPIC, value)).isEqualTo(PRODUCT);
            } else {
                assertThat(row.result()).startsWith("dead letter: ");
                assertThatThrownBy(() -> ours.deserialize(TOPIC, value))
                        .isInstanceOf(UnreadableRecordException.class)
                        .hasMessageContaining(row.quoted());
            }
        }
    }

    @Test
    void apicurios_deserializer_reads_what_we_have_written(CatalogAddresses catalog) {
        try (AvroKafkaDeserializer<GenericRecord> theirs = new AvroKafkaDeserializer<>();
                RecordSerializer<Company> ours = new RecordSerializer<>(catalog.schemas(), CatalogTopic.COMPANIES)) {
            theirs.configure(configuration(catalog, true), false);
            GenericRecord read = theirs.deserialize("catalog.companies", ours.serialize("catalog.companies", COMPANY));
            assertThat(read.get("name")).hasToString("Crème ☃");
            assertThat((List<?>) read.get("locations")).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("events")
    void the_library_for_upstream_teams_writes_what_we_write_byte_for_byte(
            CatalogTopic topic, SpecificRecord event, CatalogAddresses catalog) {
        MockProducer<String, byte[]> sent = sent();
        try (CatalogProducer library = new CatalogProducer(sent, settings(catalog, "true"));
                RecordSerializer<SpecificRecord> ours = new RecordSerializer<>(catalog.schemas(), topic)) {
            assertThat(library.publish(topic, event)).isCompleted();
            assertThat(sent.history().get(0).value()).isEqualTo(ours.serialize(topic.name("catalog."), event));
        }
    }

    /** One of each input. */
    static Stream<Arguments> events() {
        RandomCatalog catalog = new RandomCatalog(1, "wire", 7);
        Map<CatalogTopic, SpecificRecord> events = new EnumMap<>(Map.of(CatalogTopic.COMPANIES, COMPANY));
        Stream.generate(() -> catalog.next(URI.create("https://hooks.example/")))
                .limit(1_000)
                .filter(event -> event.value() != null)
                .forEach(event -> events.put(event.topic(), event.value()));
        assertThat(events.keySet()).allMatch(CatalogTopic::isInput).hasSize((int) Arrays.stream(CatalogTopic.values())
                .filter(CatalogTopic::isInput)
                .count());
        return events.entrySet().stream().map(event -> arguments(event.getKey(), event.getValue()));
    }

    @Test
    void the_library_finds_the_schema_without_registering_it(CatalogAddresses catalog) {
        MockProducer<String, byte[]> sent = sent();
        try (CatalogProducer library = new CatalogProducer(sent, settings(catalog, "false"))) {
            assertThat(library.publish(CatalogTopic.COMPANIES, COMPANY)).isCompleted();
        }
        ProducerSettings elsewhere =
                new ProducerSettings(settings(catalog, "false").properties(), "unregistered.");
        try (CatalogProducer library = new CatalogProducer(sent(), elsewhere)) {
            assertThatThrownBy(() -> library.publish(CatalogTopic.COMPANIES, COMPANY))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContainingAll("unregistered.companies-value", "auto-register=false");
        }
    }

    @Test
    void the_library_and_we_say_what_the_registry_refuses_what_differs_and_where(CatalogAddresses catalog) {
        Schema other = new Schema.Parser().parse("""
                {"type": "record", "name": "Company", "namespace": "dev.partnercatalog.events", "fields": [
                  {"name": "name", "type": "int", "default": 0}]}""");
        catalog.schemas().contentId("refusing.companies", other);
        ProducerSettings refusing =
                new ProducerSettings(settings(catalog, "true").properties(), "refusing.");
        try (CatalogProducer library = new CatalogProducer(sent(), refusing)) {
            for (ThrowingCallable refused : List.<ThrowingCallable>of(
                    () -> library.publish(CatalogTopic.COMPANIES, COMPANY),
                    () -> catalog.schemas().contentId("refusing.companies", Company.getClassSchema()))) {
                assertThatThrownBy(refused)
                        .isInstanceOf(IncompatibleSchemaException.class)
                        .hasMessageStartingWith("the registry refused the schema of refusing.companies-value: ")
                        .hasMessageContainingAll("INT", "not compatible with", "STRING", "/fields/")
                        .hasMessageNotContainingAny("ProblemDetails", "list of diff types");
            }
        }
    }

    @Test
    void we_read_a_producers_own_version_of_a_schema_that_holds_less_and_refers_to_its_parts(CatalogAddresses catalog) {
        Schema theirSchema = new Schema.Parser().parse("""
                {"type": "record", "name": "BpdVariant", "namespace": "dev.partnercatalog.events", "fields": [
                  {"name": "thc", "default": {"avg": "", "max": "", "min": ""}, "type":
                    {"type": "record", "name": "Range", "fields": [
                      {"name": "avg", "type": "string", "default": ""},
                      {"name": "max", "type": "string", "default": ""},
                      {"name": "min", "type": "string", "default": ""}]}},
                  {"name": "barcode", "type": "string"}]}""");
        GenericRecord range = new GenericData.Record(theirSchema.getField("thc").schema());
        range.put("avg", "18");
        range.put("max", "");
        range.put("min", "");
        GenericRecord variant = new GenericData.Record(theirSchema);
        variant.put("thc", range);
        variant.put("barcode", "b");
        String topic = "elsewhere.bpd-variants";
        try (AvroKafkaSerializer<GenericRecord> theirs = new AvroKafkaSerializer<>();
                RecordDeserializer<BpdVariant> ours = new RecordDeserializer<>(catalog.schemas(), BpdVariant.class)) {
            theirs.configure(configuration(catalog, false), false);
            BpdVariant read = ours.deserialize(topic, theirs.serialize(topic, variant));
            assertThat(read.getThc()).isEqualTo(new Range("18", "", ""));
            assertThat(read.getPackagedQuantity()).isEqualTo(1);
        }
    }

    private static byte[] written(String serializer, CatalogAddresses catalog) throws Exception {
        if (serializer.startsWith(APICURIO)) {
            return byApicurio(serializer, catalog);
        }
        return switch (serializer) {
            case "Confluent's form, with the id that `/apis/ccompat/v7` returns" ->
                framed(confluentId(catalog), avro());
            case "JSON text" -> "{\"barcode\": \"b\"}".getBytes(StandardCharsets.UTF_8);
            case "Avro's single-object encoding" ->
                BpdVariant.getEncoder().encode(PRODUCT).array();
            case "Avro without an id" -> avro();
            default -> throw new AssertionError("no test of " + serializer);
        };
    }

    private static byte[] byApicurio(String row, CatalogAddresses catalog) {
        Map<String, Object> settings = new HashMap<>();
        // What another row is about works as it should in this one.
        if (!row.contains("auto-register") && !row.contains("find-latest") && !row.contains("defaults")) {
            settings.put("apicurio.registry.auto-register", "true");
            settings.put("apicurio.registry.dereference-schema", "true");
        }
        settings.put("apicurio.registry.url", catalog.registry() + "/apis/registry/v3");
        for (MatchResult setting : SETTING.matcher(row).results().toList()) {
            settings.put("apicurio.registry." + setting.group(1), setting.group(2));
        }
        try (AvroKafkaSerializer<BpdVariant> theirs = new AvroKafkaSerializer<>()) {
            theirs.configure(settings, false);
            return theirs.serialize(TOPIC, new RecordHeaders(), PRODUCT);
        }
    }

    private static int confluentId(CatalogAddresses catalog) throws Exception {
        String schema = JsonNodeFactory.instance
                .objectNode()
                .put("schema", ReleasedSchemas.text(BpdVariant.getClassSchema()))
                .toString();
        URI versions = URI.create(catalog.registry() + "/apis/ccompat/v7/subjects/" + TOPIC + "-value/versions");
        HttpRequest register = HttpRequest.newBuilder(versions)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(schema))
                .build();
        JsonNode registered = JSON.readTree(HttpClient.newHttpClient()
                .send(register, HttpResponse.BodyHandlers.ofString())
                .body());
        assertThat(registered.path("id").asInt()).isPositive();
        return registered.path("id").asInt();
    }

    private static byte[] framed(int id, byte[] avro) {
        return ByteBuffer.allocate(5 + avro.length)
                .put((byte) 0)
                .putInt(id)
                .put(avro)
                .array();
    }

    private static byte[] avro() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        new SpecificDatumWriter<>(BpdVariant.class).write(PRODUCT, encoder);
        encoder.flush();
        return out.toByteArray();
    }

    private static MockProducer<String, byte[]> sent() {
        return new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    }

    private static ProducerSettings settings(CatalogAddresses catalog, String register) {
        return ProducerSettings.of(Map.of(
                "apicurio.registry.url", catalog.registry().toString(), "apicurio.registry.auto-register", register));
    }

    private static Map<String, Object> configuration(CatalogAddresses catalog, boolean whole) {
        return Map.of(
                "apicurio.registry.url",
                catalog.registry() + "/apis/registry/v3",
                "apicurio.registry.auto-register",
                "true",
                // As docs/publishing.md advises: our topics' schemas are registered complete.
                "apicurio.registry.dereference-schema",
                Boolean.toString(whole));
    }
}
