package dev.partnercatalog.resolution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AssetSelectionTest {

    private static final String ASSETS = """
            {Product: [{id: 'p1'}, {id: 'p2'}, {id: 'p3'}], ComboProduct: [{id: 'c1'}, {id: 'c2'}],
             PrimaryBrand: [{id: 'b1'}, {id: 'b2'}], Lab: [{id: 'l1'}, {id: 'l2'}], Empty: []}""";

    @Test
    @DisplayName("D9: without an entry, or with an empty one, the system default applies")
    void without_an_entry_or_with_an_empty_one_the_system_default_applies() {
        String systemDefault = "ComboProduct: c1, PrimaryBrand: b1, Product: p1";

        assertThat(ids(variant("variantType: 'Vape'", "variantTypePreferences: {Flower: ['Lab'], '': ['Lab']}")
                        .get("assets")))
                .isEqualTo(systemDefault);
        assertThat(ids(variant("variantType: 'Flower'", "variantTypePreferences: {Flower: []}")
                        .get("assets")))
                .isEqualTo(systemDefault);
        assertThat(ids(variant("variantType: 'Flower'", "assetPriority: [{assetType: 'Lab'}]")
                        .get("assets")))
                .isEqualTo(systemDefault);
    }

    @Test
    @DisplayName("D9: the variant type is the resolved one, and is matched exactly")
    void the_variant_type_is_the_resolved_one() {
        JsonNode variant = Given.of(
                        "{bpd: {variantType: 'Vape', assets: " + ASSETS
                                + "}, companyOverride: {variantType: 'Flower'},"
                                + " companyConfig: {variantTypePreferences: {Flower: ['Lab'], flower: ['Product'], Vape: ['PrimaryBrand']}}}")
                .variant();

        assertThat(ids(variant.get("assets"))).isEqualTo("Lab: l1");
    }

    @Test
    @DisplayName("D9: an asset keeps its id and address, and its alternative text if it has one")
    void an_asset_keeps_its_fields() {
        JsonNode variant = Given.of("""
                        {bpd: {assets: {Product: [{id: 'a', url: 'https://cdn.example/a?x=1&y=<2>', altText: ''}],
                                        ComboProduct: [{id: 'b', url: 'u'}]}}}""").variant();

        assertThat(variant.get("assets").toString())
                .isEqualTo(
                        "{\"ComboProduct\":[{\"id\":\"b\",\"url\":\"u\"}],\"Product\":[{\"altText\":\"\",\"id\":\"a\",\"url\":\"https://cdn.example/a?x=1&y=<2>\"}]}");
    }

    private static JsonNode variant(String fields, String companyConfig) {
        return Given.of("{bpd: {" + fields + ", assets: " + ASSETS + ", brandAssets: " + ASSETS + "}, companyConfig: {"
                        + companyConfig + "}}")
                .variant();
    }

    private static String ids(JsonNode assets) {
        return String.join(
                ", ",
                assets.properties().stream()
                        .map(type -> type.getKey() + ":"
                                + String.join(
                                        "",
                                        type.getValue()
                                                .valueStream()
                                                .map(asset ->
                                                        " " + asset.get("id").asText())
                                                .toList()))
                        .toList());
    }
}
