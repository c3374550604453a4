package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LayersTest {

    @ParameterizedTest(name = "{0} {1} {2} → {3} from {4}")
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, -, bpd, BPD",
                "override, -, -, override, Company",
                "override, company, -, company, Company",
                "-, company, location, location, Location",
                "override, -, location, location, Location",
                "'', -, -, '', Company",
                "override, '', -, '', Company",
                "override, company, '', '', Location",
                "bpd, -, -, bpd, Company",
            })
    @DisplayName("D2: a field comes from the highest layer that sets it, even to an empty or repeated value")
    void a_field_comes_from_the_highest_layer_that_sets_it(
            String override, String company, String location, String value, String source) {
        for (String field : List.of("description", "shortDescription")) {
            JsonNode variant = Given.of(
                            "{locationId: 70, bpd: {" + field + ": 'bpd'}, companyOverride: {" + field + ": "
                                    + quoted(override) + "}, companyAttributes: {" + field + ": " + quoted(company)
                                    + "}, locationAttributes: {" + field + ": " + quoted(location) + "}}")
                    .variant();

            assertThat(variant.get(field).asText()).isEqualTo(value);
            assertThat(source(variant, field)).isEqualTo(source);
        }
    }

    @Test
    @DisplayName("D2: a list or a map is replaced as a whole, even by an empty one")
    void a_list_or_a_map_is_replaced_as_a_whole() {
        JsonNode variant = Given.of("""
                        {bpd: {effects: ['calm'], lineages: ['a', 'b'], gradingResults: {mould: 'pass', yeast: 'pass'},
                               tags: ['bpd'], secondaryCannabinoids: {CBG: {avg: '1'}, THCV: {avg: '2'}}},
                         companyOverride: {effects: [], lineages: ['c'], gradingResults: {mould: 'fail'}, tags: ['override'],
                               secondaryCannabinoids: {}},
                         companyAttributes: {tags: []}, allowedFields: {cannabinoidOverrides: true}}""").variant();

        assertThat(variant.get("effects")).isEmpty();
        assertThat(variant.get("lineages")).isEqualTo(Given.parse("['c']"));
        assertThat(variant.get("gradingResults")).isEqualTo(Given.parse("{mould: 'fail'}"));
        assertThat(variant.get("secondaryCannabinoids")).isEmpty();
        assertThat(variant.get("tags")).isEmpty();
        assertThat(source(variant, "tags")).isEqualTo("Company");
    }

    @Test
    @DisplayName("D2: each present field has a source, the four that the response adds have none, defaults are BPD's")
    void each_field_present_has_a_source() {
        JsonNode variant = Given.of("{bpd: {}}").variant();

        List<String> withSource = names(variant.get("catalogSource"));
        assertThat(withSource)
                .containsExactlyElementsOf(names(variant).stream()
                        .filter(name -> !List.of("companyId", "locationId", "barcode", "catalogSource")
                                .contains(name))
                        .toList());
        assertThat(variant.get("catalogSource"))
                .allMatch(source -> source.asText().equals("BPD"));
    }

    @Test
    @DisplayName("D2: every field can be overridden by the company, and is then the company's")
    void every_field_can_be_overridden_by_the_company() {
        for (VariantField field : VariantField.all()) {
            ResolvedEntry entry = new VariantLayers(
                            FieldValues.builder()
                                    .set(field, Samples.of(field, 1))
                                    .build(),
                            List.of(),
                            FieldValues.builder()
                                    .set(field, Samples.of(field, 2))
                                    .build(),
                            null,
                            null)
                    .resolve();

            assertThat(entry.values().get(field)).as(field.jsonName()).isEqualTo(Samples.of(field, 2));
            assertThat(entry.companyFields()).containsExactly(field);
            assertThat(entry.locationFields()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("required")
    @DisplayName("D11: a required field that no layer sets has its default, an optional one is absent")
    void a_required_field_that_no_layer_sets_has_its_default(VariantField field, boolean required) {
        JsonNode variant = Given.of("{}").variant();

        assertThat(field.required())
                .as("%s: this test lists the optional fields", field.jsonName())
                .isEqualTo(required);
        assertThat(variant.has(field.jsonName())).as(field.jsonName()).isEqualTo(required);
    }

    static Stream<Arguments> required() {
        List<String> optional = List.of(
                "appearance, aromas, badges, craftDesignations, effects, energyScore, flavors, gradingResults, growingConditions, helpsWith, labels, originCity, originState, parentProductId, parentProductName, stateCodes, tags, topFlavor"
                        .split(", "));
        return VariantField.all().stream().map(field -> Arguments.of(field, !optional.contains(field.jsonName())));
    }

    @Test
    @DisplayName("D11: ids are the scope's, as integers; at company scope the location's equals the company's")
    void ids_are_the_scopes_as_integers() {
        assertThat(ids(Given.of("{}").variant())).isEqualTo("7 7 \"4001\"");
        assertThat(ids(Given.of("{locationId: 9007199254740991}").variant())).isEqualTo("7 9007199254740991 \"4001\"");
    }

    private static String ids(JsonNode variant) {
        return variant.get("companyId") + " " + variant.get("locationId") + " " + variant.get("barcode");
    }

    private static String quoted(String value) {
        return value == null ? "null" : "'" + value + "'";
    }

    private static String source(JsonNode variant, String field) {
        return variant.get("catalogSource").get(field).asText();
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(entry -> entry.getKey()).toList();
    }
}
