package dev.partnercatalog.cli.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Reads the example of brokers on Kubernetes as Strimzi's operator does, but refuses what the operator would ignore, and
 * compares it with the permissions and the settings in docs/operators/deploy.md.
 */
class BrokerExampleTest {

    private static final Path GUIDE = Path.of("..", "docs", "operators", "deploy.md");
    private static final Path EXAMPLE = Path.of("..", "deploy", "operators", "kafka.yaml");
    private static final Map<String, Class<?>> MODELS =
            Map.of("Kafka", Kafka.class, "KafkaNodePool", KafkaNodePool.class, "KafkaUser", KafkaUser.class);
    private static final Pattern RIGHT = Pattern.compile(
            "^\\| `([a-z-]+)` \\| (topic|group|transactional-id) \\| ((?:`[^`]+`(?:, )?)+) \\| ([A-Za-z, ]+) \\|$",
            Pattern.MULTILINE);
    private static final Pattern SETTINGS =
            Pattern.compile("^\\| ((?:`[a-z.]+`(?:, )?)+) \\| ([0-9]+|false) \\|", Pattern.MULTILINE);

    @Test
    void strimzis_operator_knows_every_property_of_the_example() throws IOException {
        for (JsonNode object : Manifests.yaml(Files.readString(EXAMPLE))) {
            assertThat(object.path("apiVersion").asText()).isEqualTo("kafka.strimzi.io/v1");
            assertThat(Manifests.STRICT.treeToValue(
                            object, MODELS.get(object.path("kind").asText())))
                    .isNotNull();
        }
        for (String kind : MODELS.keySet()) {
            assertThat(objects(kind)).as(kind).isNotEmpty();
        }
    }

    @Test
    void a_property_that_the_operator_does_not_know_is_found() {
        assertThatExceptionOfType(UnrecognizedPropertyException.class)
                .isThrownBy(
                        () -> Manifests.STRICT.readValue("{\"spec\": {\"kafka\": {\"listenres\": []}}}", Kafka.class));
    }

    @Test
    void each_account_has_the_rights_of_the_guide_and_no_others() throws IOException {
        List<String> expected = new ArrayList<>();
        Matcher rights = RIGHT.matcher(Files.readString(GUIDE));
        while (rights.find()) {
            for (String name : rights.group(3).replace("`", "").split(", ", -1)) {
                expected.add(String.join(" ", rights.group(1), rights.group(2), name, rights.group(4)));
            }
        }
        List<String> rightsOfExample = new ArrayList<>();
        for (JsonNode user : objects("KafkaUser")) {
            for (JsonNode acl : user.at("/spec/authorization/acls")) {
                JsonNode resource = acl.path("resource");
                List<String> operations = new ArrayList<>();
                acl.path("operations").forEach(operation -> operations.add(operation.asText()));
                rightsOfExample.add(String.join(
                        " ",
                        user.at("/metadata/name").asText(),
                        resource.path("type").asText().replace("transactionalId", "transactional-id"),
                        resource.path("name").asText()
                                + (resource.path("patternType").asText().equals("prefix") ? "*" : ""),
                        String.join(", ", operations)));
            }
        }
        assertThat(rightsOfExample).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void the_brokers_have_the_settings_of_the_guide() throws IOException {
        JsonNode config = objects("Kafka").get(0).at("/spec/kafka/config");
        Matcher settings = SETTINGS.matcher(Files.readString(GUIDE));
        int found = 0;
        while (settings.find()) {
            for (String setting : settings.group(1).replace("`", "").split(", ", -1)) {
                assertThat(config.path(setting).asText()).as(setting).isEqualTo(settings.group(2));
                found++;
            }
        }
        assertThat(found).isGreaterThan(5);
    }

    private static List<JsonNode> objects(String kind) throws IOException {
        return Manifests.yaml(Files.readString(EXAMPLE)).stream()
                .filter(object -> object.path("kind").asText().equals(kind))
                .toList();
    }
}
