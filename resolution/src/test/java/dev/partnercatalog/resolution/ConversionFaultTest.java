package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Why values keep a unit other than the configured one. */
class ConversionFaultTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                // BPD's fields | the configured unit | reason, field and value
                "thc: {avg: '1,260mg'}, cannabisUnitOfMeasure: '%' | mg/g | NO_NUMBER thc.avg=1,260mg",
                "thc: {avg: '1', max: '<LOQ'}, cannabisUnitOfMeasure: '%' | mg/g | NO_NUMBER thc.max=<LOQ",
                "cbd: {min: '1e-09'}, cannabisUnitOfMeasure: 'mg/g' | % | NO_NUMBER cbd.min=1e-09",
                "secondaryCannabinoids: {CBG: {avg: 'n/a'}}, cannabisUnitOfMeasure: '%' | mg/g |"
                        + " NO_NUMBER secondaryCannabinoids.CBG.avg=n/a",
                "thc: {avg: '1'}, cannabisUnitOfMeasure: 'ppm' | % | UNKNOWN_UNIT cannabisUnitOfMeasure=ppm",
                "thc: {avg: '1'} | % | UNKNOWN_UNIT cannabisUnitOfMeasure=",
                "thc: {avg: '1'}, cannabisUnitOfMeasure: '%' | ppm | UNKNOWN_CONFIGURED_UNIT cannabisUnitOfMeasure=ppm",
                "thc: {avg: '1'}, cannabisUnitOfMeasure: '%' | mg | UNKNOWN_WEIGHT unitSize=1 x 0.0 \"\"",
                "thc: {avg: '1'}, cannabisUnitOfMeasure: 'mg', unitSize: 2, unitOfMeasure: 'ml' | % |"
                        + " UNKNOWN_WEIGHT unitSize=1 x 2.0 \"ml\"",
            })
    @DisplayName("D7: each reason for not converting is reported with the field and its value")
    void each_reason_is_reported_with_the_field_and_its_value(String bpd, String unit, String expected) {
        assertThat(faults(bpd, unit))
                .extracting(fault -> fault.reason() + " " + fault.field() + "=" + fault.value())
                .containsExactly(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "thc: {avg: '1'}, cannabisUnitOfMeasure: '%' | mg/g",
                "thc: {avg: '1,260mg'}, cannabisUnitOfMeasure: '%' | %",
                "thc: {avg: '1,260mg'}, cannabisUnitOfMeasure: 'ppm' | P P M",
                "thc: {avg: ''}, cannabisUnitOfMeasure: 'ppm' | %",
                "cannabisUnitOfMeasure: '' | mg",
            })
    @DisplayName("D7: values that convert, have the unit already or are empty are not faults")
    void values_that_convert_or_have_the_unit_or_are_empty_are_not_faults(String bpd, String unit) {
        assertThat(faults(bpd, unit)).isEmpty();
    }

    @Test
    @DisplayName("D4: values that the partner's flags hide are not faults of its record")
    void values_that_flags_hide_are_not_faults() {
        String given = "{bpd: {thc: {avg: '1'}, cannabisUnitOfMeasure: '%%'},"
                + " companyOverride: {thc: {avg: '1,260mg'}}, companyConfig: {cannabisUnitOfMeasure: 'mg/g'},"
                + " allowedFields: {cannabinoidOverrides: %s}}";
        assertThat(faults(Given.of(given.formatted("false")))).isEmpty();
        assertThat(faults(Given.of(given.formatted("true")))).hasSize(1);
    }

    @Test
    @DisplayName(
            "D7: over random variants, a record keeps a unit other than the configured one exactly if there is a fault")
    void a_record_keeps_another_unit_exactly_if_there_is_a_fault() {
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        Random random = new Random(seed);
        List<String> units = List.of("%", "mg/g", "mg", "MG", "ppm", "");
        List<String> values = List.of("1", "-2.5", "1,260mg", "<LOQ", "0");
        List<String> sizes = List.of("g", "ml", "");
        for (int i = 0; i < 5_000; i++) {
            String wanted = pick(units, random);
            String bpd =
                    "{thc: {avg: '%s', min: '%s'}, tac: {max: '%s'}, cannabisUnitOfMeasure: '%s', unitSize: %d, unitOfMeasure: '%s'}"
                            .formatted(
                                    pick(values, random),
                                    random.nextBoolean() ? "" : pick(values, random),
                                    random.nextBoolean() ? "" : pick(values, random),
                                    pick(units, random),
                                    random.nextInt(2),
                                    pick(sizes, random));
            Given given = Given.of("{bpd: %s, companyConfig: {cannabisUnitOfMeasure: '%s'}}".formatted(bpd, wanted));
            String unit = given.variant().get("cannabisUnitOfMeasure").asText();
            boolean kept = !PotencyUnit.normalized(unit).equals(PotencyUnit.normalized(wanted));
            assertThat(!faults(given).isEmpty())
                    .as("seed %d: %s to %s", seed, bpd, wanted)
                    .isEqualTo(kept);
        }
    }

    private static String pick(List<String> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }

    private static List<ConversionFault> faults(String bpd, String unit) {
        return faults(Given.of("{bpd: {%s}, companyConfig: {cannabisUnitOfMeasure: '%s'}}".formatted(bpd, unit)));
    }

    private static List<ConversionFault> faults(Given given) {
        return PartnerView.conversionFaults(given.layers().resolve(), given.configuration());
    }
}
