package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.AssetConfiguration;
import dev.partnercatalog.resolution.AssetPriority;
import dev.partnercatalog.resolution.CompanyConfiguration;
import dev.partnercatalog.resolution.LocationConfiguration;
import dev.partnercatalog.resolution.LocationFlags;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GetLocationConfigurationTest {

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    @BeforeEach
    void configure() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "11", "12"));
        api.configurations.companies.put(
                1L,
                new CompanyConfiguration(
                        new AssetConfiguration(
                                List.of(new AssetPriority("Product", 2)), Map.of("Flower", List.of("PrimaryBrand"))),
                        null,
                        null));
        api.configurations.locations.put(
                11L, new LocationConfiguration(null, null, new LocationFlags(false, false, false)));
    }

    @Test
    void D10_company_scope_has_the_companys_configuration_and_its_id_twice() {
        assertThat(api.get("/v1/1/location/1").body())
                .isEqualTo("{\"allowedFields\":{\"badges\":true,\"cannabinoidOverrides\":true,"
                        + "\"displayNameOverrides\":true,\"labels\":true},\"clientId\":\"c1\",\"companyId\":\"1\","
                        + "\"locationId\":\"1\",\"variantAssetConfig\":{\"Flower\":["
                        + "{\"assetType\":\"PrimaryBrand\",\"limit\":1,\"order\":1},"
                        + "{\"assetType\":\"Product\",\"limit\":2,\"order\":2}]}}");
    }

    @Test
    void D6_D10_a_location_has_its_own_layer_on_top() {
        var ofLocation = api.get("/v1/1/location/11").json();
        assertThat(ofLocation.path("locationId").asText()).isEqualTo("11");
        assertThat(ofLocation.at("/allowedFields/badges").asBoolean()).isFalse();
        assertThat(ofLocation.at("/allowedFields/cannabinoidOverrides").asBoolean())
                .isTrue();
        assertThat(api.get("/v1/1/location/12")
                        .json()
                        .at("/allowedFields/badges")
                        .asBoolean())
                .isTrue();
    }
}
