package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CandidatesTest {

    private static final Given GIVEN = Given.of("""
            {locationId: 70, bpd: {name: 'own', thc: {avg: '1'}}, companyOverride: {name: 'override', thc: {avg: '2'}},
             companyAttributes: {displayName: 'company', badges: ['b']}, locationAttributes: {displayName: ''}}""");

    @Test
    void each_layer_shows_its_value_and_why_it_did_not_win() {
        assertThat(candidates(VariantField.NAME, AllowedFields.ALL))
                .containsExactly(
                        "LOCATION_ATTRIBUTES null NO_VALUE",
                        "COMPANY_ATTRIBUTES company WON",
                        "COMPANY_OVERRIDE override REPLACED",
                        "BPD own REPLACED");
    }

    @Test
    void a_layer_whose_flag_is_off_says_so() {
        assertThat(candidates(VariantField.NAME, AllowedFields.NONE))
                .containsExactly(
                        "LOCATION_ATTRIBUTES null NO_VALUE",
                        "COMPANY_ATTRIBUTES company FLAG_OFF",
                        "COMPANY_OVERRIDE override WON",
                        "BPD own REPLACED");
        assertThat(candidates(VariantField.THC, AllowedFields.NONE))
                .contains(
                        "COMPANY_OVERRIDE MeasuredRange[avg=2, max=, min=] FLAG_OFF",
                        "BPD MeasuredRange[avg=1, max=, min=] WON");
        assertThat(candidates(VariantField.BADGES, AllowedFields.NONE)).contains("COMPANY_ATTRIBUTES [b] FLAG_OFF");
    }

    @Test
    void no_layer_wins_a_field_that_no_layer_sets() {
        assertThat(candidates(VariantField.BRAND, AllowedFields.ALL))
                .hasSize(4)
                .allMatch(line -> line.endsWith("NO_VALUE"));
    }

    private static List<String> candidates(VariantField field, AllowedFields flags) {
        return GIVEN.layers().candidates(field, flags).stream()
                .map(candidate -> candidate.layer() + " " + candidate.value() + " " + candidate.outcome())
                .toList();
    }
}
