package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitNumbersTest {

    @ParameterizedTest(name = "{0} mg/g → {1} %")
    @CsvSource({
        "0.0004, 0",
        "0.0005, 0.0001",
        "0.0014999999999999999999, 0.0001",
        "-0.0005, -0.0001",
        "-0.0004, 0",
        "-0, 0",
        "0.000, 0",
        "+10, 1",
        "007.0, 0.7",
        "1000, 100",
        "10000000, 1000000",
        "123456789012345678901234567890.12345, 12345678901234567890123456789.0123",
        ".5, 0.05",
        "5., 0.5",
        "'', ''",
    })
    @DisplayName(
            "D7: numbers are exact, rounded once half up to 4 places, plain, without trailing zeros or negative zero")
    void numbers_are_exact_and_rounded_once(String value, String converted) {
        assertThat(thcInPercent(value)).isEqualTo(converted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e-09",
                "1E3",
                "<LOQ",
                "1,260mg",
                "1,260",
                "12mg",
                " 5",
                "5 ",
                "-",
                "+",
                ".",
                "-.",
                "1.2.3",
                "--1",
                "+-1",
                "٣",
                "５",
                "NaN",
                "Infinity",
                "0x10",
                "1_000",
                "−5",
                "5%",
                "null",
                "1 000",
                "\u00a05"
            })
    @DisplayName("D7: a value that is not a plain decimal leaves every range of its unit, and the unit, unchanged")
    void a_value_that_is_not_a_plain_decimal_leaves_every_range_of_its_unit_unchanged(String value) {
        assertThat(UnitConversion.number(value)).isNull();

        JsonNode variant = Given.of(
                        "{bpd: {thc: {avg: '10', max: '', min: '5'}, secondaryCannabinoids: {CBG: {avg: '1'}, CBN: {min: '"
                                + value
                                + "'}}, cannabisUnitOfMeasure: 'mg/g', totalTerpene: {avg: '20'}, terpeneUnitOfMeasure: 'mg/g'},"
                                + " companyConfig: {cannabisUnitOfMeasure: '%', terpeneUnitOfMeasure: '%'}}")
                .variant();

        assertThat(variant.get("thc")).isEqualTo(Given.parse("{avg: '10', max: '', min: '5'}"));
        assertThat(variant.get("secondaryCannabinoids").get("CBG").get("avg").asText())
                .isEqualTo("1");
        assertThat(variant.get("secondaryCannabinoids").get("CBN").get("min").asText())
                .isEqualTo(value);
        assertThat(variant.get("cannabisUnitOfMeasure").asText()).isEqualTo("mg/g");
        assertThat(source(variant, "cannabisUnitOfMeasure")).isEqualTo("BPD");
        assertThat(variant.get("totalTerpene").get("avg").asText()).isEqualTo("2");
        assertThat(variant.get("terpeneUnitOfMeasure").asText()).isEqualTo("%");
    }

    @Test
    @DisplayName("D7: a text of absurd length is not a number")
    void a_text_of_absurd_length_is_not_a_number() {
        assertThat(UnitConversion.number("1".repeat(1_000))).isNotNull();
        assertThat(UnitConversion.number("1".repeat(1_001))).isNull();
    }

    private static String thcInPercent(String milligramsPerGram) {
        return Given.of("{bpd: {thc: {avg: '" + milligramsPerGram
                        + "'}, cannabisUnitOfMeasure: 'mg/g'}, companyConfig: {cannabisUnitOfMeasure: '%'}}")
                .variant()
                .get("thc")
                .get("avg")
                .asText();
    }

    private static String source(JsonNode variant, String field) {
        return variant.get("catalogSource").get(field).asText();
    }
}
