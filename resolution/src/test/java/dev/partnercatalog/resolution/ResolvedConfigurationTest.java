package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

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
    @DisplayName("D6: a location without flags of its own has the company's")
    void a_location_without_flags_has_the_companys() {
        assertThat(Given.of("{locationId: 70, " + COMPANY + ", locationConfig: {variantTypePreferences: {}}}")
                        .configuration()
                        .allowedFields())
                .isEqualTo(AllowedFields.ALL);
    }

    @Test
    @DisplayName("D8: a location's asset configuration replaces the company's whole map, even if it is empty")
    void a_locations_asset_configuration_replaces_the_whole_map() {
        assertThat(assets("variantTypePreferences: {Flower: ['Label']}"))
                .isEqualTo("{Flower=[AssetEntry[assetType=Label, limit=1, order=1]]}");
        assertThat(assets("assetPriority: [], variantTypePreferences: {}")).isEqualTo("{}");
        assertThat(assets("variantTypePreferences: {}")).isEqualTo("{}");
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
    @DisplayName("D8: a location without an asset configuration has the company's map, and always its units")
    void a_location_without_an_asset_configuration_has_the_companys() {
        ResolvedConfiguration company = Given.of("{" + COMPANY + "}").configuration();
        ResolvedConfiguration location = Given.of(
                        "{locationId: 70, " + COMPANY + ", locationConfig: {allowedFields: {badges: true}}}")
                .configuration();

        assertThat(location.variantAssetConfig())
                .isEqualTo(company.variantAssetConfig())
                .hasSize(2);
        assertThat(location.cannabisUnitOfMeasure()).isEqualTo("mg/g");
        assertThat(location.terpeneUnitOfMeasure()).isEqualTo("%");
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

    @Test
    @DisplayName("D10: a variant type without asset types is an empty array")
    void a_variant_type_without_asset_types_is_an_empty_array() {
        byte[] json = ConfigurationView.json(
                "7",
                "7",
                "c",
                Given.of("{companyConfig: {variantTypePreferences: {Flower: []}}}")
                        .configuration());

        assertThat(new String(json, StandardCharsets.UTF_8)).endsWith("\"variantAssetConfig\":{\"Flower\":[]}}");
    }
}
