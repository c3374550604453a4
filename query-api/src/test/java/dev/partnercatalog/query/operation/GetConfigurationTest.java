package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetPriority;
import dev.partnercatalog.resolution.ScopeConfiguration;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a partner reads of configurations: its own, and that of a company or a location. */
class GetConfigurationTest {

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    @Test
    void the_configuration_has_exactly_the_fields_of_the_specification() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "11"));
        assertThat(api.get("/v1/partner").body())
                .isEqualTo("{\"allowedCompanies\":[{"
                        + "\"allowedFields\":{\"badges\":true,\"cannabinoidOverrides\":true,"
                        + "\"displayNameOverrides\":true,\"labels\":true},"
                        + "\"id\":\"1\","
                        + "\"locations\":[{\"id\":\"11\",\"name\":\"Location 11\",\"providerId\":\"cova-11\"}],"
                        + "\"name\":\"Company 1\",\"provider\":\"cova\",\"providerId\":\"cova-1\"}],"
                        + "\"enabled\":true,\"partnerId\":\"p1\",\"partnerName\":\"Partner p1\","
                        + "\"webhook\":{\"enabled\":false,\"url\":\"\"}}");
    }

    @Test
    void D16_each_client_gets_its_own_partners_configuration() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1"));
        api.configurations.put("p2", true, InMemoryConfigurations.company("2"));
        assertThat(api.get("/v1/partner").json().path("partnerId").asText()).isEqualTo("p1");
        api.client("c1", "p2", true);
        assertThat(api.get("/v1/partner").json().path("partnerId").asText()).isEqualTo("p2");
    }

    @Test
    void D18_the_ETag_changes_with_the_configuration_and_only_then() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1"));
        String first = Objects.requireNonNull(api.get("/v1/partner").header("ETag"));
        assertThat(first).matches("\"[0-9]+\"");
        assertThat(api.get("/v1/partner").header("ETag")).isEqualTo(first);
        api.configurations.put("p1", true, InMemoryConfigurations.company("2"));
        assertThat(api.get("/v1/partner").header("ETag")).isNotEqualTo(first);
    }

    @Test
    void D18_the_ETag_is_the_revision_of_the_partner_and_not_of_its_webhooks_control() {
        api.configurations.put("p1", true);
        PartnerConfig config = Objects.requireNonNull(api.configurations.partner("p1"));
        api.configurations.partners.put(
                "p1",
                PartnerConfig.newBuilder(config)
                        .setRevision(9)
                        .setPartnerRevision(4)
                        .build());
        assertThat(api.get("/v1/partner").header("ETag")).isEqualTo("\"4\"");
    }

    @Test
    void D18_it_waits_for_what_any_instance_has_confirmed() {
        api.configurations.put("p1", true);
        api.get("/v1/partner");
        assertThat(api.awaited).hasValue(1);
    }

    @Test
    void what_a_caller_already_has_is_not_sent_again() {
        api.configurations.put("p1", true);
        String tag = Objects.requireNonNull(api.get("/v1/partner").header("ETag"));
        for (String condition : List.of(tag, "W/" + tag, "\"x\", " + tag, "*")) {
            ApiAnswer answer = conditional(condition);
            assertThat(answer.status()).as(condition).isEqualTo(304);
            assertThat(answer.body()).isEmpty();
            assertThat(answer.header("ETag")).isEqualTo(tag);
        }
        assertThat(conditional("\"other\"").status()).isEqualTo(200);
        conditional("other").error(ErrorCode.INVALID_REQUEST);
    }

    private ApiAnswer conditional(String ifNoneMatch) {
        return api.call(api.request("/v1/partner")
                .header("Authorization", ApiHarness.bearer())
                .header("If-None-Match", ifNoneMatch));
    }

    private void configure() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "11", "12"));
        api.configurations.companies.put(
                1L,
                new ScopeConfiguration(
                        List.of(new AssetPriority("Product", 2)),
                        Map.of("Flower", List.of("PrimaryBrand")),
                        null,
                        null,
                        null));
        api.configurations.locations.put(11L, new ScopeConfiguration(null, null, AllowedFields.NONE, null, null));
    }

    @Test
    void D10_company_scope_has_the_companys_configuration_and_its_id_twice() {
        configure();
        assertThat(api.get("/v1/1/location/1").body())
                .isEqualTo("{\"allowedFields\":{\"badges\":true,\"cannabinoidOverrides\":true,"
                        + "\"displayNameOverrides\":true,\"labels\":true},\"clientId\":\"c1\",\"companyId\":\"1\","
                        + "\"locationId\":\"1\",\"variantAssetConfig\":{\"Flower\":["
                        + "{\"assetType\":\"PrimaryBrand\",\"limit\":1,\"order\":1},"
                        + "{\"assetType\":\"Product\",\"limit\":2,\"order\":2}]}}");
    }

    @Test
    void D6_D10_a_location_has_its_own_layer_on_top() {
        configure();
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
