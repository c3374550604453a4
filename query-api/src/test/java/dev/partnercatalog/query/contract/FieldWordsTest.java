package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.resolution.VariantField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificData;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A field has the same words in the events, in the OpenAPI document and on the page for partners. */
class FieldWordsTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern FIELD_ROW =
            Pattern.compile("(?m)^\\| `(\\w+)` \\| ([^|]+) \\| (yes|no) \\| (?:`(.*?)`)? ?\\| (.*) \\|$");
    private static final Pattern PART_ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| text \\| `(.*?)` \\| (.*) \\|$");

    private static final Set<String> IDS = Set.of("companyId", "locationId", "barcode");

    private final JsonNode schemas = Contract.DOCUMENT.tree().at("/components/schemas");
    private final JsonNode variant = schemas.at("/Variant/properties");

    private static String words(JsonNode property) {
        return property.path("description").asText().strip().replace('\n', ' ').replace("`", "");
    }

    @Test
    void the_page_of_fields_says_what_the_OpenAPI_document_says() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "partners", "fields.md"));
        List<String> names = new ArrayList<>();
        List<String> required = Stream.concat(
                        IDS.stream(),
                        VariantField.all().stream()
                                .filter(VariantField::required)
                                .map(VariantField::jsonName))
                .toList();
        for (MatchResult row : FIELD_ROW.matcher(page).results().toList()) {
            String name = row.group(1);
            JsonNode property = variant.path(name);
            names.add(name);
            assertThat(row.group(2)).as(name).isEqualTo(type(property));
            assertThat(row.group(3)).as(name).isEqualTo(always(name, required));
            assertThat(row.group(4) == null ? MissingNode.getInstance() : JSON.readTree(row.group(4)))
                    .as(name)
                    .isEqualTo(property.path("example"));
            assertThat(row.group(5).replace("`", "")).as(name).isEqualTo(words(property));
        }
        assertThat(variant.fieldNames())
                .toIterable()
                .as("fields of docs/partners/fields.md")
                .containsExactlyElementsOf(names);
        List<String> parts = new ArrayList<>();
        for (MatchResult row : PART_ROW.matcher(page).results().toList()) {
            String schema = schemas.at("/Range/properties").has(row.group(1)) ? "Range" : "Asset";
            JsonNode property = schemas.at("/" + schema + "/properties/" + row.group(1));
            parts.add(row.group(1));
            assertThat(JSON.readTree(row.group(2))).isEqualTo(property.path("example"));
            assertThat(row.group(3)).isEqualTo(words(property));
        }
        assertThat(parts).containsExactly("avg", "max", "min", "altText", "id", "url");
    }

    @ParameterizedTest
    @ValueSource(classes = {BpdVariant.class, CompanyOverride.class})
    void an_event_says_of_its_fields_what_the_OpenAPI_document_says(Class<?> event) {
        SoftAssertions.assertSoftly(all -> SpecificData.get().getSchema(event).getFields().stream()
                .filter(field -> !field.name().equals("companyId"))
                .forEach(field -> all.assertThat(String.valueOf(field.doc()).replace("`", ""))
                        .as("%s of %s.avsc", field.name(), event.getSimpleName())
                        .isEqualTo(words(variant.path(field.name())))));
    }

    /** The source of each value is always there too, but a client that follows the base specification can't rely on it. */
    private static String always(String name, List<String> required) {
        return required.contains(name) || name.equals("catalogSource") ? "yes" : "no";
    }

    private static String type(JsonNode property) {
        String part = property.at("/allOf/0/$ref").asText();
        if (!part.isEmpty()) {
            return part.endsWith("/Range") ? "[measurement](#measurements)" : "[assets](#assets)";
        }
        return switch (property.path("type").asText()) {
            case "string" -> "text";
            case "array" -> "list of text";
            case "boolean" -> "true or false";
            case "integer" -> "whole number";
            case "number" -> "number";
            default ->
                property.at("/additionalProperties").has("$ref")
                        ? "[measurements](#measurements) by name"
                        : property.at("/additionalProperties").has("x-extensible-enum")
                                ? "text by field"
                                : "text by name";
        };
    }
}
