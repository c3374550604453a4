package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
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

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    @DisplayName("D11: a unitSize that JSON can't hold is written as the default")
    void a_unit_size_that_json_cannot_hold_is_written_as_the_default(double unitSize) {
        FieldValues bpd =
                FieldValues.builder().set(VariantField.UNIT_SIZE, unitSize).build();

        assertThat(new String(json(bpd), StandardCharsets.UTF_8)).contains("\"unitSize\":0,");
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
        ResolvedEntry entry = new VariantLayers(Given.soldIn(stateCodes), null, null, null).resolve();

        assertThat(new VariantImage(VariantImage.of("4001", entry), 0).soldIn(asked))
                .isEqualTo(sold);
    }

    @Test
    @DisplayName(
            "D35: a record has the states in which it may be sold, in upper case and BPD's order; none if everywhere")
    void a_record_has_its_state_codes() {
        assertThat(new String(json(Given.soldIn(List.of("nv", "CA"))), StandardCharsets.UTF_8))
                .contains("\"shortDescription\":\"\",\"stateCodes\":[\"NV\",\"CA\"],\"strain\":\"\"")
                .contains("\"shortDescription\":\"BPD\",\"stateCodes\":\"BPD\",\"strain\":\"BPD\"");
        assertThat(new String(json(Given.soldIn(List.of())), StandardCharsets.UTF_8))
                .doesNotContain("stateCodes");
    }

    private static byte[] json(FieldValues bpd) {
        ResolvedEntry entry = new VariantLayers(bpd, null, null, null).resolve();
        var configuration = new ResolvedConfiguration(AllowedFields.ALL, Map.of(), null, null);
        return PartnerView.json("4001", entry, configuration, Scope.of(1, 2));
    }
}
