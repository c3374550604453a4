package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartnerViewTest {

    @Test
    @DisplayName("D11: a variant with everything set is this JSON")
    void a_variant_with_everything_set() {
        FieldValues.Builder values = FieldValues.builder();
        for (VariantField field : VariantField.all()) {
            values.set(field, Samples.of(field, 1));
        }

        String json = new String(json(values.build()), StandardCharsets.UTF_8);

        assertThat(json)
                .startsWith("{\"appearance\":[\"text 1\"],\"aromas\":[\"text 1\"],"
                        + "\"assets\":{\"Product\":[{\"id\":\"id 1\",\"url\":\"https://cdn.example/a\"}]},"
                        + "\"badges\":[\"text 1\"],\"barcode\":\"4001\",\"brand\":\"text 1\",")
                .contains(
                        "\"catalogSource\":{\"appearance\":\"BPD\",",
                        "\"cbd\":{\"avg\":\"1\",\"max\":\"\",\"min\":\"0\"}",
                        "\"companyId\":1,",
                        "\"delisted\":false",
                        "\"gradingResults\":{\"mould\":\"text 1\"}",
                        "\"locationId\":2,",
                        "\"packagedQuantity\":1,",
                        "\"secondaryCannabinoids\":{\"CBG\":{\"avg\":\"1\",\"max\":\"\",\"min\":\"0\"}}")
                .endsWith("\"unitSize\":1.5,\"variantType\":\"text 1\"}");
    }

    @Test
    @DisplayName("keys are in alphabetical order, including those of maps")
    void keys_are_in_alphabetical_order() {
        JsonNode variant = Given.of("""
            {bpd: {gradingResults: {yeast: 'a', mould: 'b', Lead: 'c', 'é': 'd'}, secondaryCannabinoids: {THCV: {}, CBG: {}},
                   assets: {Product: [{}], ComboProduct: [{altText: 'x'}]}, parentProductName: 'p'},
             companyAttributes: {badges: [], labels: [], tags: []}, allowedFields: {badges: true, labels: true}}\
            """).variant();

        assertThat(names(variant.get("gradingResults"))).containsExactly("Lead", "mould", "yeast", "é");
        var objects = new ArrayList<JsonNode>(List.of(variant));
        for (int i = 0; i < objects.size(); i++) {
            assertThat(names(objects.get(i))).isSorted();
            objects.get(i).forEach(objects::add);
        }
        assertThat(objects).hasSizeGreaterThan(60);
    }

    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1, 1",
        "-3, -3",
        "3.5, 3.5",
        "0.1, 0.1",
        "28.349523125, 28.349523125",
        "9007199254740991, 9007199254740991",
        "9007199254740992, 9007199254740992",
        "1152921504606846976, 1152921504606847000",
        "-1e20, -100000000000000000000",
        "1e21, 1e+21",
        "1.5e300, 1.5e+300",
        "0.000001, 0.000001",
        "-1.25e-6, -0.00000125",
        "1e-7, 1e-7",
        "2e23, 2e+23",
        "5.684341886080802e-14, 5.684341886080802e-14",
        "4.9e-324, 5e-324",
        "1.7976931348623157e308, 1.7976931348623157e+308",
    })
    @DisplayName("D11, D31: a unitSize is written as in ECMAScript, a whole number as an integer")
    void a_unit_size_is_written_as_in_ecmascript(double unitSize, String written) {
        assertThat(unitSizeAsWritten(unitSize)).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    @DisplayName("D11: a unitSize that JSON can't hold is written as the default")
    void a_unit_size_that_json_cannot_hold_is_written_as_the_default(double unitSize) {
        assertThat(unitSizeAsWritten(unitSize)).isEqualTo("0");
    }

    @Test
    @DisplayName("text is UTF-8 as it is, without HTML escapes")
    void text_is_utf8_as_it_is() {
        String text = "Crème <b>brûlée</b> & 'x' \u2028 😀 \u0000\u001f\u007f\t\"\\ 日本";

        byte[] json = json(FieldValues.builder().set(VariantField.NAME, text).build());

        assertThat(new String(json, StandardCharsets.UTF_8))
                .contains("\"name\":\"Crème <b>brûlée</b> & 'x' \u2028 😀 \\u0000\\u001f\u007f\\t\\\"\\\\ 日本\"");
        assertThat(Given.parse(json).get("name").asText()).isEqualTo(text);
    }

    @Test
    @DisplayName("a lone surrogate becomes U+FFFD wherever it is, so that every reader accepts the JSON")
    void a_lone_surrogate_becomes_the_replacement_character() throws CharacterCodingException {
        for (int padding = 0; padding < 9_000; padding += 37) {
            String start = "x".repeat(padding);
            String pairs = "😀".repeat(padding % 100);
            String text = start + "\ud83d" + pairs + "-\udc00😀\ud800";
            byte[] json = json(FieldValues.builder()
                    .set(VariantField.NAME, text)
                    .set(VariantField.GRADING_RESULTS, Map.of(text, text))
                    .build());

            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
            String wellFormed = start + "\ufffd" + pairs + "-\ufffd😀\ufffd";
            assertThat(Given.parse(json).get("name").asText()).isEqualTo(wellFormed);
            assertThat(Given.parse(json).get("gradingResults").get(wellFormed).asText())
                    .isEqualTo(wellFormed);
        }
    }

    @ParameterizedTest(name = "{0} in {1}: {2}")
    @CsvSource(
            nullValues = "-",
            value = {
                "-, '', true",
                "-, CA, true",
                "CA, '', true",
                "CA, CA, true",
                "ca, CA, true",
                "cA, NV ca, true",
                "CA, NV, false",
                "CA, CAL, false",
                "CA, C, false",
            })
    @DisplayName("D14: a variant is sold in the states it lists, or in every state if it lists none, in any case")
    void a_variant_is_sold_in_its_states(String asked, String states, boolean sold) {
        List<String> stateCodes = states.isEmpty() ? List.of() : List.of(states.split(" "));
        ResolvedEntry entry = new VariantLayers(FieldValues.builder().build(), stateCodes, null, null, null).resolve();

        assertThat(PartnerView.soldIn(entry, asked)).isEqualTo(sold);
    }

    @Test
    @DisplayName(
            "D35: a record has the states in which it may be sold, in upper case and BPD's order, and they are BPD's")
    void a_record_has_its_state_codes() {
        String json = text(List.of("nv", "CA"));

        assertThat(json).contains("\"shortDescription\":\"\",\"stateCodes\":[\"NV\",\"CA\"],\"strain\":\"\"");
        assertThat(json).contains("\"shortDescription\":\"BPD\",\"stateCodes\":\"BPD\",\"strain\":\"BPD\"");
    }

    @Test
    @DisplayName("D35: a record that may be sold everywhere has no state codes")
    void a_record_that_may_be_sold_everywhere_has_no_state_codes() {
        assertThat(text(List.of())).doesNotContain("stateCodes");
    }

    private static String text(List<String> stateCodes) {
        ResolvedEntry entry = new VariantLayers(FieldValues.builder().build(), stateCodes, null, null, null).resolve();
        var configuration = new ResolvedConfiguration(AllowedFields.ALL, Map.of(), null, null);
        return new String(PartnerView.json("4001", entry, configuration, Scope.of(1, 2)), StandardCharsets.UTF_8);
    }

    private static byte[] json(FieldValues bpd) {
        ResolvedEntry entry = new VariantLayers(bpd, List.of(), null, null, null).resolve();
        var configuration = new ResolvedConfiguration(AllowedFields.ALL, Map.of(), null, null);
        return PartnerView.json("4001", entry, configuration, Scope.of(1, 2));
    }

    private static String unitSizeAsWritten(double unitSize) {
        String json = new String(
                json(FieldValues.builder().set(VariantField.UNIT_SIZE, unitSize).build()), StandardCharsets.UTF_8);
        return json.replaceAll(".*\"unitSize\":([^,]*),.*", "$1");
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }
}
