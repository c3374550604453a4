package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LackTest {

    private static final String WHOLE =
            "assets: {Product: [{id: 'a', url: 'u'}]}, unitOfMeasure: 'g', unitSize: 3.5, cannabisUnitOfMeasure: '%'";

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "| IMAGE UNIT POTENCY",
                WHOLE + ", thc: {avg: '1'} |",
                WHOLE + ", secondaryCannabinoids: {CBG: {max: '0.1'}} |",
                WHOLE + " | POTENCY",
                WHOLE + ", cbd: {avg: ''}, secondaryCannabinoids: {CBG: {}} | POTENCY",
                "assets: {Product: [{id: 'a', url: 'u'}]}, unitOfMeasure: ' ', unitSize: 1, tac: {min: '<LOQ'} |"
                        + " UNIT POTENCY_UNIT",
                "assets: {Product: [], LabReport: []}, unitOfMeasure: 'g', unitSize: 1, thc: {avg: '1'},"
                        + " cannabisUnitOfMeasure: '%' | IMAGE",
                "brandAssets: {PrimaryBrand: [{id: 'a', url: 'u'}]}, unitOfMeasure: 'g', thc: {avg: '1'},"
                        + " cannabisUnitOfMeasure: 'mg' | IMAGE UNIT",
            })
    void what_a_variant_lacks_follows_from_its_fields(String bpd, String expected) {
        Given given = Given.of("{bpd: {" + (bpd == null ? "" : bpd) + "}}");
        assertThat(Lack.of(given.layers().resolve().values()).stream()
                        .map(Lack::name)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(expected == null ? "" : expected);
    }

    @Test
    void a_partner_lacks_an_image_if_its_configuration_returns_none_of_those_that_exist() {
        String bpd = "{bpd: {" + WHOLE + ", thc: {avg: '1'}, variantType: 'Flower'}, companyConfig: ";
        assertThat(lacks(bpd + "{}}")).isEmpty();
        assertThat(lacks(bpd + "{assetPriority: [{assetType: 'LabReport', limit: 1}],"
                        + " variantTypePreferences: {Flower: []}}}"))
                .isEqualTo("IMAGE");
    }

    private static String lacks(String json) {
        Given given = Given.of(json);
        return PartnerView.lacks(given.layers().resolve(), given.configuration()).stream()
                .map(Lack::name)
                .collect(Collectors.joining(" "));
    }
}
