package dev.partnercatalog.partner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.partnercatalog.partner.WebhookMessage.ChangedVariant;
import dev.partnercatalog.partner.WebhookMessage.RemovedVariant;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WebhookMessageTest {

    private static final Path CONTRACT =
            Path.of("..", "query-api", "src/main/resources/dev/partnercatalog/query/contract/openapi.yaml");

    private static JsonNode contract(String pointer) throws IOException {
        JsonNode found = new YAMLMapper().readTree(CONTRACT.toFile()).at(pointer);
        assertThat(found.isMissingNode()).as(pointer).isFalse();
        return found;
    }

    private static WebhookMessage read(String json) {
        return WebhookMessage.read("msg_1", json.getBytes(UTF_8));
    }

    @Test
    void the_contracts_example_is_read_completely() throws Exception {
        JsonNode example = contract("/components/examples/VariantsChanged/value");

        WebhookMessage message = read(example.toString());

        assertThat(message.id()).isEqualTo("msg_1");
        assertThat(message.type()).isEqualTo(WebhookMessage.VARIANTS_CHANGED);
        assertThat(message.timestamp()).isEqualTo(Instant.parse("2026-01-01T12:00:00Z"));
        assertThat(message.removed()).containsExactly(new RemovedVariant(7, 70, "4002"));
        ChangedVariant changed = message.variants().get(0);
        assertThat(changed.changedFields()).isNull();
        assertThat(changed.json())
                .isEqualTo(CanonicalJson.of(example.at("/data/variants/0").toString()));
        Variant variant = changed.variant();
        assertThat(variant.barcode()).isEqualTo("4001");
        assertThat(variant.companyId()).isEqualTo(7);
        assertThat(variant.locationId()).isEqualTo(70);
        assertThat(variant.name()).isEqualTo("Blue Dream 3.5 g");
        assertThat(variant.unitSize()).isEqualTo(new BigDecimal("3.5"));
        assertThat(variant.packagedQuantity()).isEqualTo(1);
        assertThat(variant.delisted()).isFalse();
        assertThat(variant.thc()).isEqualTo(new Variant.Range("21.4", "23", "20"));
        assertThat(variant.secondaryCannabinoids()).containsOnlyKeys("CBG");
        assertThat(variant.lineages()).containsExactly("Blueberry", "Haze");
        assertThat(variant.catalogSource()).containsEntry("name", "Location");
        assertThat(variant.assets())
                .isEqualTo(Map.of(
                        "Product", List.of(new Variant.Asset("a-1", "https://assets.example/a-1.jpg", "A jar"))));
        assertThat(variant.effects()).isNull();
    }

    @Test
    void a_variant_has_the_fields_of_the_contract() throws Exception {
        TreeSet<String> fields = new TreeSet<>();
        contract("/components/schemas/Variant/properties").fieldNames().forEachRemaining(fields::add);

        assertThat(Arrays.stream(Variant.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList())
                .containsExactlyInAnyOrderElementsOf(fields);
    }

    @Test
    void changed_fields_are_beside_the_record_and_unknown_fields_are_kept_in_its_text_only() {
        WebhookMessage message = read("""
                {"type": "variants.changed", "timestamp": "2026-01-01T00:00:00.000Z", "new": 1, "data": {"variants": [
                 {"barcode": "1", "companyId": 7, "locationId": 7, "unheard": {"b": 1.0, "a": []}, "changedFields": ["name"]}]}}""");

        ChangedVariant changed = message.variants().get(0);
        assertThat(changed.changedFields()).containsExactly("name");
        assertThat(changed.json())
                .isEqualTo("{\"barcode\":\"1\",\"companyId\":7,\"locationId\":7,\"unheard\":{\"a\":[],\"b\":1}}");
        assertThat(message.removed()).isEmpty();
    }

    @Test
    void a_ping_and_a_message_of_a_future_type_have_no_variants() {
        for (String type : List.of(WebhookMessage.PING, "prices.changed")) {
            WebhookMessage message = read("{\"type\": \"" + type
                    + "\", \"timestamp\": \"2026-01-01T00:00:00.000Z\", \"data\": {\"variants\": [3]}}");
            assertThat(message.type()).isEqualTo(type);
            assertThat(message.variants()).isEmpty();
        }
    }

    @Test
    void input_that_is_not_a_message_is_refused() {
        String start = "{\"type\": \"variants.changed\", \"timestamp\": \"2026-01-01T00:00:00.000Z\", \"data\": ";
        for (String body : List.of(
                "",
                "nothing",
                "{}",
                "{\"type\": \"webhook.ping\", \"timestamp\": \"yesterday\"}",
                start + "{}} {}",
                start + "{\"variants\": [{\"barcode\": \"1\"}]}}",
                start
                        + "{\"variants\": [{\"barcode\": \"1\", \"barcode\": \"2\", \"companyId\": 7, \"locationId\": 7}]}}",
                start + "{\"removed\": [3]}}",
                start + "[".repeat(100_000))) {
            assertThatThrownBy(() -> read(body)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
