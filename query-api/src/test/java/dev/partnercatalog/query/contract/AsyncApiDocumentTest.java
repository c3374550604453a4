package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.atlassian.oai.validator.report.MessageResolver;
import com.atlassian.oai.validator.schema.SchemaValidator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetPriority;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ScopeConfiguration;
import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.schemas.event.EventKey;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.parser.OpenAPIV3Parser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that the document of topics and webhooks describes what the program reads and sends. Its example records are
 * read in cli.
 */
class AsyncApiDocumentTest {

    private static final int KEYS = 2_000;

    private final JsonNode document =
            OpenApiDocument.parsed(ResourceFile.text(PublishedDocuments.class, "asyncapi.yaml"));
    private final OpenApiDocument openApi = Contract.DOCUMENT;

    private static Stream<CatalogTopic> inputs() {
        return Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::isInput);
    }

    @Test
    void it_has_each_input_topic_once_and_no_other_and_the_catalog_receives_each() {
        List<String> addresses = new ArrayList<>();
        List<String> received = new ArrayList<>();
        document.path("channels").forEach(channel -> {
            if (channel.has("address")) {
                addresses.add(channel.path("address").asText());
            }
        });
        document.path("operations").forEach(operation -> {
            if (operation.path("action").asText().equals("receive")) {
                received.add(resolved(operation.path("channel")).path("address").asText());
            }
        });
        assertThat(addresses)
                .containsExactlyInAnyOrderElementsOf(
                        inputs().map(topic -> "{prefix}" + topic.baseName()).toList());
        assertThat(received).containsExactlyInAnyOrderElementsOf(addresses);
        assertThat(document.at("/components/parameters/prefix/default").asText())
                .isEqualTo("catalog.");
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void a_topics_value_is_the_record_that_the_program_reads(CatalogTopic topic) {
        JsonNode channel = channel(topic);
        JsonNode record = resolved(channel.at("/messages/record"));
        assertThat(record.path("name").asText()).isEqualTo(topic.valueSchema().getName());
        assertThat(record.at("/payload/schema/$ref").asText()).isEqualTo("schemas/" + topic.baseName() + ".avsc");
        assertThat(record.at("/payload/schemaFormat").asText()).startsWith("application/vnd.apache.avro");
        JsonNode deletion = resolved(channel.at("/messages/deletion"));
        assertThat(deletion.at("/payload/type").asText()).isEqualTo("null");
        assertThat(deletion.at("/bindings/kafka/key")).isEqualTo(record.at("/bindings/kafka/key"));
        assertThat(channel.at("/bindings/kafka/topicConfiguration/cleanup.policy/0")
                        .asText())
                .isEqualTo(topic.isCompacted() ? "compact" : "delete");
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void a_topics_key_has_the_form_that_the_program_reads(CatalogTopic topic) {
        JsonNode key = resolved(resolved(channel(topic).at("/messages/record")).at("/bindings/kafka/key"));
        String pattern = key.path("pattern").asText();
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        Random random = new Random(seed);
        SchemaValues values = new SchemaValues(document, random);
        assertThat(key.at("/examples/0").asText()).matches(pattern);
        for (int i = 0; i < KEYS; i++) {
            String made = PatternText.matching(pattern, random);
            String text = random.nextBoolean() ? made : values.spoiled(made);
            String refusal = refusal(topic, text);
            if (text.matches(pattern)) {
                assertThat(refusal == null || isBeyond(text))
                        .as("seed %d: %s: %s", seed, text, refusal)
                        .isTrue();
            } else {
                assertThat(refusal).as("seed %d: %s", seed, text).isNotNull();
            }
        }
    }

    private static @Nullable String refusal(CatalogTopic topic, String key) {
        try {
            EventKey.parse(topic, key);
            return null;
        } catch (InvalidKeyException e) {
            return e.getMessage();
        }
    }

    /** What a pattern can't express well: a number of 16 digits beyond 2^53-1, and characters that no SKU has. */
    private static boolean isBeyond(String key) {
        return Pattern.compile("/")
                .splitAsStream(key)
                .anyMatch(part ->
                        !Ids.isSku(part) || (part.matches("[1-9][0-9]{15}") && !Ids.isNumber(Long.parseLong(part))));
    }

    @Test
    void the_headers_of_a_webhook_are_those_of_the_OpenAPI_document() {
        Map<String, JsonNode> expected = new TreeMap<>();
        List<String> required = new ArrayList<>();
        openApi.tree()
                .at("/paths/~1v1~1partner/put/callbacks/variantsChanged")
                .forEach(path -> path.at("/post/parameters").forEach(parameter -> {
                    String name = parameter.path("name").asText();
                    ObjectNode schema = parameter.path("schema").deepCopy();
                    expected.put(name, described(schema, parameter));
                    if (parameter.path("required").asBoolean()) {
                        required.add(name);
                    }
                }));
        JsonNode headers = document.at("/components/schemas/WebhookHeaders");
        Map<String, JsonNode> actual = new TreeMap<>();
        headers.path("properties").properties().forEach(header -> actual.put(header.getKey(), header.getValue()));
        assertThat(actual).isEqualTo(expected);
        assertThat(headers.path("required")).extracting(JsonNode::asText).containsExactlyInAnyOrderElementsOf(required);
    }

    @Test
    void a_webhooks_message_has_the_schema_of_its_type_in_the_OpenAPI_document_and_examples_that_follow_it() {
        List<JsonNode> examples = new ArrayList<>();
        Map<String, String> schemas = new TreeMap<>();
        document.at("/channels/webhook/messages").forEach(reference -> {
            JsonNode message = resolved(reference);
            String type = message.path("name").asText();
            schemas.put(type, message.at("/payload/schema/$ref").asText().replace("openapi.yaml", ""));
            assertThat(message.path("examples")).isNotEmpty().allSatisfy(example -> {
                assertThat(example.at("/payload/type").asText()).isEqualTo(type);
                examples.add(example.path("payload"));
            });
        });
        Map<String, String> expected = new TreeMap<>();
        List.of("VariantsChanged", "WebhookPing").forEach(schema -> {
            String target = "/components/schemas/" + schema;
            expected.put(openApi.tree().at(target + "/properties/type/enum/0").asText(), "#" + target);
        });
        assertThat(schemas).isEqualTo(expected).hasSize(2);
        assertThat(examples)
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(example -> assertThat(faults(example)).isEmpty());
        for (JsonNode example : examples) {
            ObjectNode incomplete = example.deepCopy();
            incomplete.remove("data");
            assertThat(faults(incomplete)).isNotEmpty();
        }
    }

    @Test
    void the_examples_of_messages_are_those_of_the_OpenAPI_document() {
        JsonNode shown = openApi.tree().at("/components/examples");
        assertThat(document.at("/components/messages/variantsChanged/examples"))
                .extracting(example -> example.path("payload"))
                .contains(shown.at("/VariantsChanged/value"));
        assertThat(document.at("/components/messages/webhookPing/examples"))
                .extracting(example -> example.path("payload"))
                .containsExactly(shown.at("/WebhookPing/value"));
    }

    private List<String> faults(JsonNode message) {
        var api = new OpenAPIV3Parser()
                .readContents(new String(openApi.yaml(), StandardCharsets.UTF_8))
                .getOpenAPI();
        JsonNode received = openApi.tree()
                .at("/paths/~1v1~1partner/put/callbacks/variantsChanged")
                .elements()
                .next()
                .at("/post/requestBody/content/application~1json/schema");
        return new SchemaValidator(api, new MessageResolver())
                        .validate(message.toString(), Json.mapper().convertValue(received, Schema.class), "example")
                        .getMessages()
                        .stream()
                        .map(each -> each.getMessage())
                        .toList();
    }

    @Test
    void every_reference_leads_somewhere() {
        List<JsonNode> references = document.findValues("$ref");
        assertThat(references).hasSizeGreaterThan(50).allSatisfy(reference -> {
            String target = reference.asText();
            if (target.startsWith("#")) {
                assertThat(document.at(target.substring(1)).isMissingNode())
                        .as(target)
                        .isFalse();
            } else if (target.startsWith("openapi.yaml#")) {
                assertThat(openApi.tree()
                                .at(target.substring(target.indexOf('#') + 1))
                                .isMissingNode())
                        .as(target)
                        .isFalse();
            } else {
                assertThat(target).matches("schemas/[a-z-]+\\.avsc");
            }
        });
    }

    private static ObjectNode described(ObjectNode schema, JsonNode parameter) {
        schema.set("description", parameter.path("description"));
        schema.set("examples", schema.arrayNode().add(parameter.path("example")));
        return schema;
    }

    private JsonNode channel(CatalogTopic topic) {
        for (JsonNode channel : document.path("channels")) {
            if (channel.path("address").asText().equals("{prefix}" + topic.baseName())) {
                return channel;
            }
        }
        throw new AssertionError("no channel of " + topic.baseName());
    }

    private JsonNode resolved(JsonNode reference) {
        return document.at(reference.path("$ref").asText("no reference").substring(1));
    }

    @Test
    void D8_the_example_of_a_configuration_has_an_effect() {
        JsonNode payload = document.at("/components/messages/companyConfigs/examples/0/payload");
        List<AssetPriority> priority = new ArrayList<>();
        payload.path("assetPriority")
                .forEach(entry -> priority.add(new AssetPriority(
                        entry.path("assetType").asText(), entry.path("limit").asInt(1))));
        Map<String, List<String>> preferences = new TreeMap<>();
        payload.path("variantTypePreferences").properties().forEach(type -> {
            List<String> types = new ArrayList<>();
            type.getValue().forEach(each -> types.add(each.asText()));
            preferences.put(type.getKey(), types);
        });
        ScopeConfiguration example = new ScopeConfiguration(priority, preferences, null, null, null);
        assertThat(ResolvedConfiguration.of(AllowedFields.NONE, example, null).variantAssetConfig())
                .hasSize(2)
                .allSatisfy((type, entries) -> assertThat(entries).hasSameSizeAs(priority));
    }
}
