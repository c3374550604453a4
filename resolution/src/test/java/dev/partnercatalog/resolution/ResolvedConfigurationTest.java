package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ResolvedConfigurationTest {

    private static final String COMPANY = """
            allowedFields: {badges: true, cannabinoidOverrides: true, displayNameOverrides: true, labels: true},
            companyConfig: {variantTypePreferences: {Flower: ['Product'], Vape: ['Lab']}, cannabisUnitOfMeasure: 'mg/g', terpeneUnitOfMeasure: '%'}""";

    @Test
    @DisplayName("D6: every flag is off by default, and the default map is empty")
    void every_flag_is_off_by_default() {
        assertThat(Given.of("{}").configuration())
                .isEqualTo(new ResolvedConfiguration(
                        AllowedFields.NONE, AssetConfiguration.NONE.variantAssetConfig(), null, null));
    }

    @Test
    @DisplayName("D6: a location's flags replace all three of the company's, never cannabinoidOverrides")
    void a_locations_flags_replace_all_three() {
        assertThat(Given.of("{locationId: 70, " + COMPANY + ", locationConfig: {allowedFields: {labels: true}}}")
                        .configuration()
                        .allowedFields())
                .isEqualTo(new AllowedFields(false, true, false, true));
        assertThat(Given.of(
                                "{locationId: 70, locationConfig: {allowedFields: {badges: true, displayNameOverrides: true, labels: true}}}")
                        .configuration()
                        .allowedFields())
                .isEqualTo(new AllowedFields(true, false, true, true));
    }

    @Test
    @DisplayName("D8: a location that sets only its order keeps the company's preferences, and the other way round")
    void a_part_that_a_location_does_not_set_is_the_companys() {
        assertThat(assets("assetPriority: [{assetType: 'Lab', limit: 3}]"))
                .isEqualTo("{Flower=[AssetEntry[assetType=Product, limit=1, order=1],"
                        + " AssetEntry[assetType=Lab, limit=3, order=2]],"
                        + " Vape=[AssetEntry[assetType=Lab, limit=3, order=1]]}");
        assertThat(assets("assetPriority: []"))
                .isEqualTo("{Flower=[AssetEntry[assetType=Product, limit=1, order=1]],"
                        + " Vape=[AssetEntry[assetType=Lab, limit=1, order=1]]}");
        assertThat(Given.of("{locationId: 70, companyConfig: {assetPriority: [{assetType: 'Product', limit: 2}]},"
                                + " locationConfig: {variantTypePreferences: {Flower: ['Lab']}}}")
                        .configuration()
                        .variantAssetConfig())
                .hasToString("{Flower=[AssetEntry[assetType=Lab, limit=1, order=1],"
                        + " AssetEntry[assetType=Product, limit=2, order=2]]}");
    }

    private static String assets(String ofLocation) {
        return Given.of("{locationId: 70, " + COMPANY + ", locationConfig: {" + ofLocation + "}}")
                .configuration()
                .variantAssetConfig()
                .toString();
    }

    @Test
    @DisplayName("D8: a limit below 1 is invalid")
    void a_limit_below_1_is_invalid() {
        assertThatThrownBy(() -> new AssetPriority("Product", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Product")
                .hasMessageContaining("0");
    }

    @Test
    @DisplayName("D10: the response has the ids as requested, all four flags and the map by order")
    void the_response_has_ids_flags_and_map() {
        byte[] json = ConfigurationView.json(
                "7",
                "70",
                "menu \"board\"",
                Given.of(
                                "{allowedFields: {labels: true}, companyConfig: {assetPriority: [{assetType: 'Lab', limit: 3}], variantTypePreferences: {'é': ['Product'], '': []}}}")
                        .configuration());

        assertThat(new String(json, StandardCharsets.UTF_8)).isEqualTo("""
                        {"allowedFields":{"badges":false,"cannabinoidOverrides":false,"displayNameOverrides":false,"labels":true},\
                        "clientId":"menu \\"board\\"","companyId":"7","locationId":"70",\
                        "variantAssetConfig":{"":[{"assetType":"Lab","limit":3,"order":1}],\
                        "é":[{"assetType":"Product","limit":1,"order":1},{"assetType":"Lab","limit":3,"order":2}]}}""");
    }
}
