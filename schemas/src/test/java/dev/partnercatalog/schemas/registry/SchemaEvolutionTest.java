package dev.partnercatalog.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.fail;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaFormatter;
import org.apache.avro.SchemaValidator;
import org.apache.avro.SchemaValidatorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every schema can read, and can be read by, every released version. That is what FULL_TRANSITIVE means; here it is
 * checked before a registry would refuse a schema. The released versions are the numbered files under
 * {@code released/}.
 */
class SchemaEvolutionTest {

    private static final SchemaValidator FULL_TRANSITIVE =
            new SchemaValidatorBuilder().mutualReadStrategy().validateAll();

    static Stream<CatalogTopic> topicsWithSchemas() {
        return Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::hasSchema);
    }

    @ParameterizedTest
    @MethodSource("topicsWithSchemas")
    void D33_a_schema_is_fully_compatible_with_every_released_version(CatalogTopic topic) {
        List<Schema> released = ReleasedSchemas.of(topic);
        assertThat(released).as("released versions of %s", topic).isNotEmpty();
        assertThatCode(() -> FULL_TRANSITIVE.validate(current(topic), released)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("topicsWithSchemas")
    void a_changed_schema_is_released_under_a_new_number(CatalogTopic topic) throws IOException {
        List<Schema> released = ReleasedSchemas.of(topic);
        // As text, because the words in it make it another version for the registry.
        if (!current(topic).toString().equals(released.get(released.size() - 1).toString())) {
            Path schema = Path.of("target", "released", topic.baseName(), "current.avsc");
            Files.createDirectories(schema.getParent());
            Files.writeString(schema, SchemaFormatter.format("json/pretty", current(topic)) + "\n");
            fail(
                    "The schema of %s has changed. The new one is schemas/%s. Copy it to"
                            + " schemas/src/main/resources/dev/partnercatalog/schemas/released/%s/%d.avsc, or over"
                            + " %d.avsc there if no release has that version.",
                    topic.baseName(), schema, topic.baseName(), released.size() + 1, released.size());
        }
    }

    /** Only a schema's own change makes the build generate its class again. */
    @Test
    void classes_agree_about_the_records_that_they_have_in_common() {
        Map<String, Schema> byName = new HashMap<>();
        topicsWithSchemas()
                .flatMap(topic -> named(topic.valueSchema(), new LinkedHashMap<>()).values().stream())
                .forEach(schema -> assertThat(byName.computeIfAbsent(schema.getFullName(), any -> schema)
                                .equals(schema))
                        .as(
                                "%s is in a class that was generated before it changed: mvn -pl schemas clean",
                                schema.getFullName())
                        .isTrue());
    }

    private static Map<String, Schema> named(Schema schema, Map<String, Schema> found) {
        switch (schema.getType()) {
            case RECORD -> {
                if (found.putIfAbsent(schema.getFullName(), schema) == null) {
                    schema.getFields().forEach(field -> named(field.schema(), found));
                }
            }
            case ARRAY -> named(schema.getElementType(), found);
            case MAP -> named(schema.getValueType(), found);
            case UNION -> schema.getTypes().forEach(type -> named(type, found));
            default -> {}
        }
        return found;
    }

    @Test
    void the_public_form_contains_nothing_that_only_our_classes_need() {
        topicsWithSchemas()
                .forEach(topic ->
                        assertThat(ReleasedSchemas.text(topic.valueSchema())).doesNotContain("java"));
    }

    private static Schema current(CatalogTopic topic) {
        return new Schema.Parser().parse(ReleasedSchemas.text(topic.valueSchema()));
    }
}
