package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlagsTest {

    @ParameterizedTest(name = "override {0}, company {1}, location {2} → on {3} from {4}, off {5} from {6}")
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, -, own, BPD, own, BPD",
                "override, -, -, override, Company, override, Company",
                "'', -, -, '', Company, '', Company",
                "-, company, -, company, Company, own, BPD",
                "override, company, -, company, Company, override, Company",
                "-, -, location, location, Location, own, BPD",
                "override, company, location, location, Location, override, Company",
                "-, company, '', company, Company, own, BPD",
                "override, '', '', override, Company, override, Company",
                "-, '', -, own, BPD, own, BPD",
                "'', company, -, company, Company, '', Company",
            })
    @DisplayName(
            "D3: display names apply only with their flag, an empty one counts as none, an override's always applies")
    void display_names_apply_only_with_their_flag(
            @Nullable String override,
            @Nullable String company,
            @Nullable String location,
            String on,
            String onSource,
            String off,
            String offSource) {
        var fieldToDisplayName = Map.of("name", "displayName", "parentProductName", "parentProductDisplayName");
        fieldToDisplayName.forEach((field, displayName) -> {
            var given = (ObjectNode) Given.parse("{locationId: 70}");
            given.putObject("bpd").put(field, "own");
            given.putObject("companyOverride").put(field, override);
            given.putObject("companyAttributes").put(displayName, company);
            given.putObject("locationAttributes").put(displayName, location);

            JsonNode without = new Given(given).variant();
            given.putObject("allowedFields").put("displayNameOverrides", true);
            JsonNode with = new Given(given).variant();

            assertThat(with.get(field).asText()).isEqualTo(on);
            assertThat(source(with, field)).isEqualTo(onSource);
            assertThat(without.get(field).asText()).isEqualTo(off);
            assertThat(source(without, field)).isEqualTo(offSource);
        });
    }

    @Test
    @DisplayName("D3: a parent product's name that comes only from a display name is absent without the flag")
    void a_parent_name_that_comes_only_from_a_display_name_is_absent_without_the_flag() {
        String layers = "bpd: {name: 'own'}, companyAttributes: {parentProductDisplayName: 'shown'}";

        JsonNode off = Given.of("{" + layers + "}").variant();
        JsonNode on = Given.of("{" + layers + ", allowedFields: {displayNameOverrides: true}}")
                .variant();

        assertThat(off.has("parentProductName")).isFalse();
        assertThat(off.get("catalogSource").has("parentProductName")).isFalse();
        assertThat(on.get("parentProductName").asText()).isEqualTo("shown");
        assertThat(source(on, "name")).isEqualTo("BPD");
    }

    @Test
    @DisplayName("D4: without cannabinoidOverrides the five fields are BPD's, and the others the company's")
    void without_cannabinoid_overrides_the_five_fields_are_bpds() {
        String layers = """
                bpd: {thc: {avg: '1'}, cbd: {avg: '2'}, tac: {avg: '3'}, secondaryCannabinoids: {CBG: {avg: '4'}},
                      cannabisUnitOfMeasure: '%', totalTerpene: {avg: '5'}},
                companyOverride: {thc: {avg: '11'}, cbd: {avg: '12'}, tac: {avg: '13'}, secondaryCannabinoids: {},
                      cannabisUnitOfMeasure: 'mg/g', totalTerpene: {avg: '15'}}""";

        JsonNode off = Given.of("{" + layers + "}").variant();
        JsonNode on = Given.of("{" + layers + ", allowedFields: {cannabinoidOverrides: true}}")
                .variant();

        for (VariantField field : FlagFilter.CANNABINOIDS) {
            assertThat(source(off, field.jsonName())).isEqualTo("BPD");
            assertThat(source(on, field.jsonName())).isEqualTo("Company");
        }
        assertThat(off.get("thc").get("avg").asText()).isEqualTo("1");
        assertThat(off.get("secondaryCannabinoids").has("CBG")).isTrue();
        assertThat(off.get("cannabisUnitOfMeasure").asText()).isEqualTo("%");
        assertThat(off.get("totalTerpene").get("avg").asText()).isEqualTo("15");
        assertThat(on.get("thc").get("avg").asText()).isEqualTo("11");
        assertThat(on.get("secondaryCannabinoids")).isEmpty();
        assertThat(on.get("cannabisUnitOfMeasure").asText()).isEqualTo("mg/g");
    }

    @ParameterizedTest
    @CsvSource({"badges", "labels"})
    @DisplayName("D5: badges and labels are returned if their flag is on and a layer sets them")
    void badges_and_labels_are_returned_if_their_flag_is_on_and_a_layer_sets_them(String field) {
        String company = "companyAttributes: {" + field + ": ['c']}";
        String on = "allowedFields: {" + field + ": true}";

        assertThat(Given.of("{" + company + "}").variant().has(field)).isFalse();
        assertThat(Given.of("{" + on + "}").variant().has(field)).isFalse();

        JsonNode ofCompany = Given.of("{" + company + ", " + on + "}").variant();
        assertThat(ofCompany.get(field)).isEqualTo(Given.parse("['c']"));
        assertThat(source(ofCompany, field)).isEqualTo("Company");

        JsonNode ofLocation = Given.of(
                        "{locationId: 70, " + company + ", locationAttributes: {" + field + ": []}, " + on + "}")
                .variant();
        assertThat(ofLocation.get(field)).isEmpty();
        assertThat(source(ofLocation, field)).isEqualTo("Location");
    }

    private static String source(JsonNode variant, String field) {
        return variant.get("catalogSource").get(field).asText();
    }
}
