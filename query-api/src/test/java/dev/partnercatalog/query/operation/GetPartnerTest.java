package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GetPartnerTest {

    private final ApiHarness api = new ApiHarness();

    @AfterEach
    void close() {
        api.close();
    }

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
}
