package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.ReleasedSchemas;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of the table of serializers in docs/publishing.md, with a real registry. */
@ExtendWith(CatalogExtension.class)
class SerializersTest {

    /** Not the catalog's own, whose newest schema may be one that another test has registered. */
    private static final String TOPIC = "serializers.bpd-variants";

    private static final BpdVariant PRODUCT =
            BpdVariant.newBuilder().setBarcode("b").setName("Crème ☃").build();
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
    void a_refusal_of_the_registry_says_what_differs_and_where(CatalogAddresses catalog) {
        Schema other = new Schema.Parser().parse("""
                {"type": "record", "name": "BpdVariant", "namespace": "dev.partnercatalog.events", "fields": [
                  {"name": "barcode", "type": "string"}, {"name": "name", "type": "int", "default": 0}]}""");
        assertThatThrownBy(() -> catalog.schemas().contentId(TOPIC, other))
                .isInstanceOf(IncompatibleSchemaException.class)
                .hasMessageStartingWith("the registry refused the schema of " + TOPIC + "-value: ")
                .hasMessageContaining("reader type: INT not compatible with writer type: STRING at /fields/1/type")
                .hasMessageNotContainingAny("ProblemDetails", "list of diff types");
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
}
