package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.ThreeVariants.AT_LOCATION;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("D36: the choice of fields")
class FieldChoiceTest {

    private static final String BATCH = "/v1/7/variants/batch-get";

    @AutoClose
    private final ThreeVariants catalog = new ThreeVariants();
    private final ApiHarness api = catalog.api;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"name\", \"thc\"             | name thc",
                "\"thc\",\"name\",\"name\"     | name thc",
                "\"barcode\", \"delisted\"     | delisted",
                "\"energyScore\"              | ''",
                "''                           | ''",
                "\"catalogSource\", \"brand\" | brand catalogSource"
            })
    void of_a_batch_leaves_out_other_fields_and_never_the_ids(String chosen, String expected) {
        JsonNode variant = api.post(BATCH, batch("[" + chosen + "]")).json().at("/variants/0");
        assertThat(names(variant)).isEqualTo(withIds(expected));
    }

    @Test
    void null_or_none_means_everything() {
        JsonNode whole = api.post(BATCH, "{\"locationId\": 70, \"barcodes\": [\"A\"]}")
                .json()
                .at("/variants/0");
        assertThat(names(whole)).contains("assets", "variantType");
        assertThat(api.post(BATCH, batch("null")).json().at("/variants/0")).isEqualTo(whole);
    }

    @Test
    void of_a_snapshot_counts_for_pages_and_lines() {
        String path = AT_LOCATION + "?fields=name,catalogSource";
        for (JsonNode variant : api.get(path).json().path("variants")) {
            assertThat(names(variant)).isEqualTo(withIds("name catalogSource"));
            assertThat(names(variant.path("catalogSource"))).isEqualTo(Set.of("name"));
        }
        assertThat(catalog.stream(path + "&limit=1").body().lines().filter(line -> line.contains("variant")))
                .hasSize(3)
                .allMatch(line -> line.contains("\"name\"") && !line.contains("\"brand\""));
        assertThat(names(api.get(AT_LOCATION + "?fields=").json().at("/variants/0")))
                .isEqualTo(withIds(""));
    }

    @Test
    void of_changes_leaves_out_fields_and_no_variant() {
        String cursor = catalog.cursor();
        api.lookup.variant("B");
        JsonNode page = catalog.changes(cursor + "&fields=thc");
        assertThat(page.path("variants")).hasSize(1);
        assertThat(names(page.at("/variants/0"))).isEqualTo(withIds("thc"));
    }

    @Test
    void with_an_unknown_name_is_refused_and_the_name_is_told() {
        JsonNode batch = api.post(BATCH, batch("[\"name\", \"Name\", 1]")).error(ErrorCode.INVALID_REQUEST);
        assertThat(batch.toString()).contains("fields[1]", "\\\"Name\\\" is not a field", "fields[2]");
        assertThat(api.post(BATCH, batch("\"name\""))
                        .error(ErrorCode.INVALID_REQUEST)
                        .toString())
                .contains("expected an array of strings");
        for (String query : new String[] {"?fields=name,%20thc", "?fields=name,", "?fields=name&fields=thc"}) {
            assertThat(api.get(AT_LOCATION + query)
                            .error(ErrorCode.INVALID_REQUEST)
                            .toString())
                    .contains("\"fields\"");
        }
    }

    private static String batch(String fields) {
        return "{\"locationId\": 70, \"barcodes\": [\"A\"], \"fields\": " + fields + "}";
    }

    private static Set<String> names(JsonNode record) {
        return record.properties().stream().map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    private static Set<String> withIds(String fields) {
        return Stream.of(("barcode companyId locationId " + fields).trim().split(" "))
                .collect(Collectors.toSet());
    }
}
