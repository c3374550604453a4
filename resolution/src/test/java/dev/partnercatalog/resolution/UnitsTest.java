package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitsTest {

    @Test
    @DisplayName("D7: every range of the unit is converted and keeps its source, the unit becomes the company's")
    void every_range_of_the_unit_is_converted_and_keeps_its_source() {
        JsonNode variant = Given.of("""
                        {bpd: {thc: {avg: '1', max: '2', min: '0.5'}, tac: {avg: '3'}, secondaryCannabinoids: {CBG: {avg: '4'}, THCV: {}},
                               cannabisUnitOfMeasure: '%', totalTerpene: {avg: '5'}, terpeneUnitOfMeasure: '%'},
                         companyOverride: {cbd: {avg: '6'}}, allowedFields: {cannabinoidOverrides: true},
                         companyConfig: {cannabisUnitOfMeasure: 'MG / G'}}""").variant();

        assertThat(variant.get("thc")).isEqualTo(Given.parse("{avg: '10', max: '20', min: '5'}"));
        assertThat(variant.get("tac")).isEqualTo(Given.parse("{avg: '30', max: '', min: ''}"));
        assertThat(variant.get("cbd").get("avg").asText()).isEqualTo("60");
        assertThat(variant.get("secondaryCannabinoids").toString())
                .isEqualTo(
                        "{\"CBG\":{\"avg\":\"40\",\"max\":\"\",\"min\":\"\"},\"THCV\":{\"avg\":\"\",\"max\":\"\",\"min\":\"\"}}");
        assertThat(variant.get("cannabisUnitOfMeasure").asText()).isEqualTo("MG / G");
        assertThat(source(variant, "cannabisUnitOfMeasure")).isEqualTo("Company");
        assertThat(source(variant, "thc")).isEqualTo("BPD");
        assertThat(source(variant, "cbd")).isEqualTo("Company");
        assertThat(variant.get("totalTerpene").get("avg").asText()).isEqualTo("5");
        assertThat(source(variant, "terpeneUnitOfMeasure")).isEqualTo("BPD");
    }

    @ParameterizedTest(name = "resolved \"{0}\", configured \"{1}\"")
    @CsvSource({
        "mg/g, mg/g",
        "mg/g, MG / G",
        "Mg/G, mg/g",
        "'% ', %",
        "ppm, %",
        "%, ppm",
        "'', %",
        "%, ''",
        "mg/ml, mg",
        "g, mg",
        "ppm, ppm"
    })
    @DisplayName("D7: with the same unit or an unknown one, everything is unchanged to the letter")
    void with_the_same_unit_or_an_unknown_one_everything_is_unchanged(String resolved, String configured) {
        JsonNode variant = Given.of(
                        "{bpd: {thc: {avg: '+01.50'}, cannabisUnitOfMeasure: '%s', unitSize: 1, unitOfMeasure: 'g'}, companyConfig: {cannabisUnitOfMeasure: '%s'}}"
                                .formatted(resolved, configured))
                .variant();

        assertThat(variant.get("thc").get("avg").asText()).isEqualTo("+01.50");
        assertThat(variant.get("cannabisUnitOfMeasure").asText()).isEqualTo(resolved);
        assertThat(source(variant, "cannabisUnitOfMeasure")).isEqualTo("BPD");
    }

    @ParameterizedTest(name = "{0} {1} × {2} → {3}")
    @CsvSource({
        "1, g, 1, 10",
        "3.5, g, 2, 70",
        "500, mg, 1, 5",
        "0.5, KG, 1, 5000",
        "1, ' o Z ', 1, 283.4952",
        "2, Lb, 1, 9071.8474",
        "0.1, g, 3, 3",
        "0, g, 1, -",
        "-1, g, 1, -",
        "1, g, 0, -",
        "1, g, -1, -",
        "1, ea, 1, -",
        "1, '', 1, -",
        "1, ml, 1, -",
    })
    @DisplayName("D7: grams are unitSize × unitOfMeasure × packagedQuantity; without grams, mg can't be converted")
    void grams(String unitSize, String unitOfMeasure, String packagedQuantity, String milligrams) {
        JsonNode variant = Given.of(
                        "{bpd: {thc: {avg: '1'}, cannabisUnitOfMeasure: '%%', unitSize: %s, unitOfMeasure: '%s', packagedQuantity: %s}, companyConfig: {cannabisUnitOfMeasure: 'mg'}}"
                                .formatted(unitSize, unitOfMeasure, packagedQuantity))
                .variant();

        boolean converted = !milligrams.equals("-");
        assertThat(variant.get("thc").get("avg").asText()).isEqualTo(converted ? milligrams : "1");
        assertThat(variant.get("cannabisUnitOfMeasure").asText()).isEqualTo(converted ? "mg" : "%");
        assertThat(source(variant, "cannabisUnitOfMeasure")).isEqualTo(converted ? "Company" : "BPD");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    @DisplayName("D7: a size that is not a number gives no grams")
    void a_size_that_is_not_a_number_gives_no_grams(double unitSize) {
        assertThat(UnitConversion.grams(unitSize, "g", 1)).isNull();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"1.7976931348623157E308, 312", "4.9E-324, 1"})
    @DisplayName("D7: extreme sizes are exact and harmless")
    void extreme_sizes_are_exact_and_harmless(String unitSize, int digits) {
        JsonNode variant = Given.of(
                        "{bpd: {thc: {avg: '100'}, cannabisUnitOfMeasure: '%%', unitSize: %s, unitOfMeasure: 'g'}, companyConfig: {cannabisUnitOfMeasure: 'mg'}}"
                                .formatted(unitSize))
                .variant();

        assertThat(variant.get("thc").get("avg").asText()).hasSize(digits).containsOnlyDigits();
        assertThat(variant.get("cannabisUnitOfMeasure").asText()).isEqualTo("mg");
    }

    @Test
    @DisplayName("D7: whether units can be converted counts even if there is no number")
    void whether_units_can_be_converted_counts_even_if_there_is_no_number() {
        JsonNode convertible = Given.of(
                        "{bpd: {cannabisUnitOfMeasure: '%'}, companyConfig: {cannabisUnitOfMeasure: 'mg/g'}}")
                .variant();
        JsonNode withoutGrams = Given.of(
                        "{bpd: {cannabisUnitOfMeasure: '%'}, companyConfig: {cannabisUnitOfMeasure: 'mg'}}")
                .variant();

        assertThat(convertible.get("cannabisUnitOfMeasure").asText()).isEqualTo("mg/g");
        assertThat(source(convertible, "cannabisUnitOfMeasure")).isEqualTo("Company");
        assertThat(convertible.get("thc").get("avg").asText()).isEmpty();
        assertThat(withoutGrams.get("cannabisUnitOfMeasure").asText()).isEqualTo("%");
    }

    @Test
    @DisplayName(
            "D7: units come after the flags: without cannabinoidOverrides BPD's values are converted from BPD's unit")
    void units_come_after_the_flags() {
        String layers = """
                bpd: {thc: {avg: '1'}, cannabisUnitOfMeasure: '%'},
                companyOverride: {thc: {avg: '<LOQ'}, cannabisUnitOfMeasure: 'ppm'}, companyConfig: {cannabisUnitOfMeasure: 'mg/g'}""";

        JsonNode off = Given.of("{" + layers + "}").variant();
        JsonNode on = Given.of("{" + layers + ", allowedFields: {cannabinoidOverrides: true}}")
                .variant();

        assertThat(off.get("thc").get("avg").asText()).isEqualTo("10");
        assertThat(off.get("cannabisUnitOfMeasure").asText()).isEqualTo("mg/g");
        assertThat(source(off, "cannabisUnitOfMeasure")).isEqualTo("Company");
        assertThat(on.get("thc").get("avg").asText()).isEqualTo("<LOQ");
        assertThat(on.get("cannabisUnitOfMeasure").asText()).isEqualTo("ppm");
    }

    private static String source(JsonNode variant, String field) {
        return variant.get("catalogSource").get(field).asText();
    }
}
