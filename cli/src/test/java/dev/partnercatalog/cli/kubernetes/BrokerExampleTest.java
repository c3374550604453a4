package dev.partnercatalog.cli.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reads the example of brokers on Kubernetes as Strimzi's operator does, but refuses what the operator would ignore. */
class BrokerExampleTest {

    private static final Map<String, Class<?>> MODELS =
            Map.of("Kafka", Kafka.class, "KafkaNodePool", KafkaNodePool.class, "KafkaUser", KafkaUser.class);

    private static final JsonMapper STRICT = JsonMapper.builder()
            .annotationIntrospector(new Strictness())
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .build();

    /** The models keep unknown properties aside, for versions to come. */
    private static final class Strictness extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1;

        @Override
        public Boolean hasAnySetter(Annotated member) {
            return false;
        }
    }

    @Test
    void strimzis_operator_knows_every_property_of_the_example() throws IOException {
        Set<String> kinds = new HashSet<>();
        YAMLMapper yaml = new YAMLMapper();
        try (var parser = yaml.createParser(
                Path.of("..", "deploy", "operators", "kafka.yaml").toFile())) {
            var objects = yaml.readValues(parser, JsonNode.class);
            while (objects.hasNext()) {
                JsonNode object = objects.next();
                String kind = object.path("kind").asText();
                assertThat(object.path("apiVersion").asText()).isEqualTo("kafka.strimzi.io/v1");
                assertThat(STRICT.treeToValue(object, MODELS.get(kind)))
                        .as(kind)
                        .isNotNull();
                kinds.add(kind);
            }
        }
        assertThat(kinds).isEqualTo(MODELS.keySet());
    }

    @Test
    void a_property_that_the_operator_does_not_know_is_found() {
        assertThatExceptionOfType(UnrecognizedPropertyException.class)
                .isThrownBy(() -> STRICT.readValue("{\"spec\": {\"kafka\": {\"listenres\": []}}}", Kafka.class));
    }
}
