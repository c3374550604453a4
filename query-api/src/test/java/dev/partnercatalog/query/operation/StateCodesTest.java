package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.ThreeVariants.AT_LOCATION;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D35: where a product may be sold")
class StateCodesTest {

    private static final String BATCH = "/v1/7/variants/batch-get";

    private final ThreeVariants catalog = new ThreeVariants();
    private final ApiHarness api = catalog.api;

    @BeforeEach
    void someStatesOnly() {
        api.lookup.variant("A", "nv", "CA");
    }

    @AfterEach
    void close() {
        catalog.close();
    }

    @Test
    void is_in_each_record_of_a_batch_also_if_only_one_state_is_asked_for() {
        for (String stateCode : List.of("null", "\"ca\"")) {
            assertSoldInSome(api.post(
                            BATCH,
                            "{\"locationId\": 70, \"barcodes\": [\"A\", \"B\"], \"stateCode\": " + stateCode + "}")
                    .json()
                    .path("variants"));
        }
    }

    @Test
    void is_in_each_record_of_a_snapshot_which_leaves_no_state_out() {
        assertSoldInSome(api.get(AT_LOCATION).json().path("variants"));
        assertThat(catalog.stream(AT_LOCATION).body().lines().toList().get(0))
                .contains("\"stateCodes\":[\"NV\",\"CA\"]");
    }

    @Test
    void is_in_each_record_of_changes_and_a_change_of_it_is_one() {
        String cursor = catalog.cursor();
        api.lookup.variant("A", "OR");
        api.lookup.variant("B");
        JsonNode variants = catalog.changes(cursor).path("variants");
        assertThat(variants.valueStream())
                .extracting(variant -> variant.path("barcode").asText() + variant.path("stateCodes"))
                .containsExactlyInAnyOrder("A[\"OR\"]", "B");
    }

    private static void assertSoldInSome(JsonNode variants) {
        assertThat(variants.at("/0/barcode").asText()).isEqualTo("A");
        assertThat(variants.at("/0/stateCodes").toString()).isEqualTo("[\"NV\",\"CA\"]");
        assertThat(variants.at("/0/catalogSource/stateCodes").asText()).isEqualTo("BPD");
        assertThat(variants.at("/1/barcode").asText()).isEqualTo("B");
        assertThat(variants.at("/1").has("stateCodes")).isFalse();
    }
}
