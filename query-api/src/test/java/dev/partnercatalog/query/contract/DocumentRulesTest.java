package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.atlassian.oai.validator.report.MessageResolver;
import com.atlassian.oai.validator.schema.SchemaValidator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.resolution.RecordFields;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.parser.OpenAPIV3Parser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the whole OpenAPI document must have: words, open lists, and examples that follow their schemas. */
class DocumentRulesTest {

    private static final Set<String> ALWAYS_THERE = Set.of("barcode", "companyId", "locationId");

    /** OAuth's own errors, and what the partner's endpoint answers. */
    private static final Set<String> ELSEWHERE = Set.of("requestToken", "receiveWebhook");

    private final JsonNode tree = Contract.DOCUMENT.tree();

    @Test
    void every_schema_property_parameter_and_header_has_words() {
        List<String> silent = new ArrayList<>();
        tree.at("/components/schemas").properties().forEach(schema -> {
            requireWords(schema.getValue(), schema.getKey(), silent);
            visit(
                    schema.getValue(),
                    schema.getKey(),
                    (path, node) -> node.path("properties")
                            .properties()
                            .forEach(property ->
                                    requireWords(property.getValue(), path + "." + property.getKey(), silent)));
        });
        for (String kind : List.of("parameters", "headers", "responses", "securitySchemes")) {
            tree.path("components")
                    .path(kind)
                    .properties()
                    .forEach(each -> requireWords(each.getValue(), each.getKey(), silent));
        }
        operations().forEach((id, operation) -> {
            requireWords(operation, id, silent);
            operation.path("parameters").forEach(parameter -> requireWords(parameter, id + " " + parameter, silent));
            operation.path("responses").forEach(response -> requireWords(response, id, silent));
        });
        assertThat(silent).isEmpty();
    }

    private static void requireWords(JsonNode node, String name, List<String> silent) {
        if (!node.has("$ref") && node.path("description").asText().isBlank()) {
            silent.add(name);
        }
    }

    /** Not the constraints in {@code not}, whose properties need no words, nor examples. */
    private static void visit(JsonNode node, String path, BiConsumer<String, JsonNode> action) {
        if (path.startsWith("Refused")) {
            return;
        }
        action.accept(path, node);
        node.properties().forEach(member -> {
            String name = member.getKey();
            if (name.equals("properties")) {
                member.getValue()
                        .properties()
                        .forEach(property -> visit(property.getValue(), path + "." + property.getKey(), action));
            } else if (List.of("items", "additionalProperties", "allOf", "oneOf")
                    .contains(name)) {
                visit(member.getValue(), path, action);
            }
        });
    }

    @Test
    void D20_an_operation_of_a_partner_that_reads_a_body_says_what_it_refuses_by_size_or_media_type() {
        List<String> missing = new ArrayList<>();
        operations().forEach((id, operation) -> {
            if (operation.has("requestBody") && !ELSEWHERE.contains(id)) {
                for (String status : List.of("413", "415")) {
                    if (!operation.path("responses").has(status)) {
                        missing.add(id + " " + status);
                    }
                }
            }
        });
        assertThat(missing).isEmpty();
    }

    @Test
    void D33_a_list_of_values_in_a_response_is_open() {
        Set<String> closed = new TreeSet<>();
        Set<String> open = new TreeSet<>();
        operations()
                .forEach((id, operation) -> operation
                        .path("responses")
                        .forEach(response -> collectLists(response, id, closed, open, new HashSet<>())));
        assertThat(closed).isEmpty();
        assertThat(open)
                .contains("ErrorBody.errorCode", "WebhookStatus.state", "Attempt.type", "Variant.catalogSource");
    }

    @Test
    void D33_the_only_closed_list_in_a_message_is_its_type_which_selects_the_schema() {
        Set<String> closed = new TreeSet<>();
        JsonNode message = Objects.requireNonNull(operations().get("receiveWebhook"))
                .at("/requestBody/content/application~1json/schema");
        collectLists(message, "receiveWebhook", closed, new TreeSet<>(), new HashSet<>());
        assertThat(closed).containsExactly("VariantsChanged.type", "WebhookPing.type");
        List<String> types = new ArrayList<>();
        message.at("/discriminator/mapping").fieldNames().forEachRemaining(types::add);
        assertThat(tree.at("/components/schemas/WebhookMessage/properties/type/x-extensible-enum"))
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(types);
    }

    private void collectLists(JsonNode node, String path, Set<String> closed, Set<String> open, Set<String> visited) {
        if (node.has("$ref")) {
            String target = node.path("$ref").asText();
            if (visited.add(target)) {
                collectLists(
                        tree.at(target.substring(1)),
                        target.substring(target.lastIndexOf('/') + 1),
                        closed,
                        open,
                        visited);
            }
            return;
        }
        if (node.path("enum").isArray()) {
            closed.add(path);
        }
        if (node.has("x-extensible-enum")) {
            open.add(path);
        }
        node.properties().forEach(member -> {
            if (member.getKey().equals("properties")) {
                member.getValue()
                        .properties()
                        .forEach(property -> collectLists(
                                property.getValue(), path + "." + property.getKey(), closed, open, visited));
            } else if (!member.getKey().startsWith("example")
                    && !member.getKey().equals("not")) {
                collectLists(member.getValue(), path, closed, open, visited);
            }
        });
        if (node.isArray()) {
            node.forEach(element -> collectLists(element, path, closed, open, visited));
        }
    }

    @Test
    void D36_the_fields_to_choose_from_are_those_that_the_service_accepts_in_requests() {
        List<String> names = RecordFields.ALL.names();
        assertThat(tree.at("/components/schemas/VariantMember/enum"))
                .as("/VariantMember/enum")
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(
                        Stream.concat(names.stream(), Stream.of("barcode", "companyId", "locationId"))
                                .sorted()
                                .toList());
    }

    @Test
    void every_example_follows_its_schema() {
        OpenAPI api = new OpenAPIV3Parser().readContents(tree.toString()).getOpenAPI();
        SchemaValidator validator = new SchemaValidator(api, new MessageResolver());
        List<String> wrong = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        forEachMedia((place, media) -> {
            Schema<?> schema = parsed(media.path("schema"));
            examples(media).forEach((name, example) -> {
                seen.add(place);
                validator
                        .validate(example.toString(), schema, place)
                        .getMessages()
                        .forEach(message -> wrong.add(place + " " + name + ": " + message.getMessage()));
            });
        });
        assertThat(wrong).isEmpty();
        assertThat(seen).hasSizeGreaterThan(50);
    }

    private static Schema<?> parsed(JsonNode schema) {
        return Json.mapper().convertValue(schema, Schema.class);
    }

    @Test
    void every_JSON_response_and_every_request_body_has_an_example() {
        Set<String> without = new TreeSet<>();
        forEachMedia((place, media) -> {
            if (examples(media).isEmpty()) {
                without.add(place);
            }
        });
        assertThat(without).isEmpty();
    }

    @Test
    void D2_in_an_example_catalogSource_has_every_field_of_the_record_but_the_ids() throws IOException {
        List<JsonNode> variants =
                new ArrayList<>(tree.path("components").path("examples").findParents("catalogSource"));
        String lines = tree.at("/components/examples/Lines/value").asText();
        variants.add(new ObjectMapper()
                .readTree(lines.lines().findFirst().orElseThrow())
                .path("variant"));
        assertThat(variants).hasSizeGreaterThan(3).allSatisfy(variant -> {
            Set<String> fields = new TreeSet<>();
            variant.fieldNames().forEachRemaining(fields::add);
            fields.removeAll(ALWAYS_THERE);
            fields.remove("catalogSource");
            assertThat(variant.path("catalogSource").fieldNames()).toIterable().containsExactlyElementsOf(fields);
        });
    }

    /** By their ids, including those that a partner offers. */
    private Map<String, JsonNode> operations() {
        Map<String, JsonNode> operations = new TreeMap<>();
        tree.path("paths")
                .findParents("operationId")
                .forEach(operation ->
                        operations.put(operation.path("operationId").asText(), operation));
        return operations;
    }

    private void forEachMedia(BiConsumer<String, JsonNode> action) {
        operations().forEach((id, operation) -> {
            visitContent(operation.path("requestBody"), id + " request", action);
            operation
                    .path("responses")
                    .properties()
                    .forEach(response ->
                            visitContent(resolved(response.getValue()), id + " " + response.getKey(), action));
        });
    }

    private static void visitContent(JsonNode holder, String place, BiConsumer<String, JsonNode> action) {
        holder.path("content")
                .properties()
                .forEach(media -> action.accept(place + " " + media.getKey(), media.getValue()));
    }

    private Map<String, JsonNode> examples(JsonNode media) {
        Map<String, JsonNode> examples = new TreeMap<>();
        if (media.has("example")) {
            examples.put("example", media.path("example"));
        }
        media.path("examples")
                .properties()
                .forEach(example -> examples.put(
                        example.getKey(), resolved(example.getValue()).path("value")));
        return examples;
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? tree.at(node.path("$ref").asText().substring(1)) : node;
    }

    private static final Pattern SECTION = Pattern.compile("(?m)^### `([A-Z_]+)`\\n\\n\\*\\*(\\d{3})\\.\\*\\* ");

    @Test
    void D20_the_guide_to_errors_explains_every_error_code_with_its_status_and_no_other() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "partners", "errors.md"));
        List<String> documented = SECTION.matcher(document)
                .results()
                .map(section -> section.group(1) + " " + section.group(2))
                .toList();
        assertThat(documented)
                .containsExactlyElementsOf(ErrorCodes.ALL.stream()
                        .map(code -> code.name() + " " + code.status())
                        .toList());
    }
}
