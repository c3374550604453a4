package dev.partnercatalog.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.partnercatalog.query.contract.PublishedDocuments;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples of records in the AsyncAPI document, read as {@code publish} reads lines. */
class AsyncApiExamplesTest {

    private final JsonNode document = document();

    private static JsonNode document() {
        try (InputStream in = Objects.requireNonNull(PublishedDocuments.class.getResourceAsStream("asyncapi.yaml"))) {
            return new YAMLMapper().readTree(in);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Stream<CatalogTopic> inputs() {
        return Arrays.stream(CatalogTopic.values()).filter(CatalogTopic::isInput);
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void an_example_is_a_record_of_its_topic_and_has_the_key_that_the_document_shows(CatalogTopic topic) {
        JsonNode message = message(topic);
        String key = document.at(reference(message.at("/bindings/kafka/key")))
                .at("/examples/0")
                .asText();
        assertThat(message.path("examples")).isNotEmpty().allSatisfy(example -> {
            byte[] line = example.path("payload").toString().getBytes(StandardCharsets.UTF_8);
            assertThat(Ndjson.lines(topic, line))
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Line.Event.class, put -> assertThat(put.key()).isEqualTo(key));
        });
    }

    private JsonNode message(CatalogTopic topic) {
        for (JsonNode channel : document.path("channels")) {
            if (channel.path("address").asText().equals("{prefix}" + topic.baseName())) {
                return document.at(reference(channel.at("/messages/record")));
            }
        }
        throw new AssertionError("no channel of " + topic.baseName());
    }

    private static String reference(JsonNode node) {
        return node.path("$ref").asText().substring(1);
    }
}
