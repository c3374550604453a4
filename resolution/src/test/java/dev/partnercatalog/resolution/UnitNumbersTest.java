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

    @Test
    @DisplayName("D7: a value that is not a plain decimal is not a number")
    void a_value_that_is_not_a_plain_decimal_is_not_a_number() {
        String values = "1e-09;1E3;<LOQ;1,260mg;1,260;12mg; 5;5 ;-;+;.;-.;1.2.3;--1;+-1;٣;５;NaN;Infinity;0x10;1_000"
                + ";−5;5%;null;1 000;\u00a05";
        assertThat(values.split(";"))
                .allSatisfy(value -> assertThat(UnitConversion.number(value)).isNull());
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
}
