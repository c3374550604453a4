package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyLocation;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import okhttp3.Request;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnableCustomerTest {

    private static final String PATH = "/v1/partner/enabled-shared-customer";
    private static final String BODY = "{\"provider\":\"cova\",\"providerId\":\"cova-7\"}";

    private static final Company SHARED = new Company(
            7L, "Seven", "cova", "cova-7", List.of(new CompanyLocation(70L, "Old Town", "cova-70")), List.of("p1"));

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    @BeforeEach
    void partner() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "11"));
        api.companies.add(SHARED);
    }

    @Test
    void D19_a_shared_company_is_added_with_all_its_locations_and_every_flag_false() {
        ApiAnswer answer = api.post(PATH, BODY);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(api.commands.last().getPartner().getAllowedCompanies())
                .containsExactly(
                        InMemoryConfigurations.company("1", "11"),
                        new AllowedCompany(
                                "7",
                                "Seven",
                                "cova",
                                "cova-7",
                                new AllowedFields(false, false, false, false),
                                List.of(new AllowedLocation("70", "Old Town", "cova-70"))));
        assertThat(answer.json()).isEqualTo(api.get("/v1/partner").json());
        assertThat(answer.header("ETag")).isEqualTo(api.get("/v1/partner").header("ETag"));
    }

    @Test
    void D19_a_company_that_is_already_allowed_stays_unchanged() {
        ApiAnswer once = api.post(PATH, BODY);
        api.companies.set(0, Company.newBuilder(SHARED).setName("Renamed").build());
        ApiAnswer again = api.post(PATH, BODY);
        assertThat(again.body()).isEqualTo(once.body());
        assertThat(again.header("ETag")).isEqualTo(once.header("ETag"));
    }

    @Test
    void D34_a_company_that_would_make_the_configuration_too_large_is_refused_and_changes_nothing() {
        CompanyLocation location = new CompanyLocation(70L, "x".repeat(1000), "cova-70");
        api.companies.set(
                0,
                Company.newBuilder(SHARED)
                        .setLocations(Collections.nCopies(4_500, location))
                        .build());
        JsonNode error = error(api.post(PATH, BODY), 403);
        assertThat(error.at("/body/violations/0/field").asText()).isEqualTo("allowedCompanies");
        assertThat(error.at("/body/violations/0/problem").asText())
                .containsPattern("would make the configuration \\d{7} bytes long, more than the limit of 4194304");
        assertThat(error.path("suggestion").asText()).startsWith("Drop companies or locations");
        assertThat(api.commands.made).isEmpty();
    }

    @Test
    void D19_not_found_and_not_shared_with_the_caller_get_the_same_response() {
        api.companies.add(new Company(8L, "Eight", "cova", "cova-8", List.of(), List.of("p2")));
        JsonNode notShared = error(api.post(PATH, BODY.replace("cova-7", "cova-8")), 404);
        JsonNode notFound = error(api.post(PATH, BODY.replace("cova-7", "cova-9")), 404);
        assertThat(notShared.path("title").asText()).isEqualTo("Customer not found");
        assertThat(notShared.toString().replace("cova-8", "cova-9")).isEqualTo(notFound.toString());
        assertThat(api.commands.made).isEmpty();
    }

    @Test
    void D28_a_company_of_the_caller_that_is_not_shared_any_more_is_404_and_nothing_is_changed() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("8", "80"));
        api.companies.add(new Company(8L, "Eight", "cova", "cova-8", List.of(), List.of()));
        String before = api.get("/v1/partner").body();
        JsonNode notShared = error(api.post(PATH, BODY.replace("cova-7", "cova-8")), 404);
        assertThat(notShared.path("title").asText()).isEqualTo("Customer not found");
        assertThat(api.commands.made).isEmpty();
        assertThat(api.get("/v1/partner").body()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"provider\":\"acme\",\"providerId\":\"1\"}",
                "{\"provider\":\"Cova\",\"providerId\":\"1\"}",
                "{\"provider\":\"\",\"providerId\":\"1\"}",
                "{\"provider\":null,\"providerId\":\"1\"}",
                "{\"providerId\":\"1\"}",
                "{\"provider\":\"cova\"}",
                "{\"provider\":\"cova\",\"providerId\":7}",
                "{\"provider\":[\"cova\"],\"providerId\":\"7\"}",
                "[]",
                "{",
                ""
            })
    void D19_another_provider_or_a_malformed_body_is_400_without_errorCode(String body) {
        assertThat(error(api.post(PATH, body), 400).at("/body/violations")).isNotEmpty();
    }

    @Test
    void D19_the_allowed_providers_are_named() {
        assertThat(error(api.post(PATH, "{\"provider\":\"acme\",\"providerId\":\"1\"}"), 400)
                        .path("message")
                        .asText())
                .isEqualTo("provider: expected \"cova\" or \"greenline\", got \"acme\"");
    }

    @Test
    void D19_none_of_its_errors_has_an_errorCode() {
        error(api.call(api.request(PATH).post(ApiHarness.json(BODY))), 401);
        error(api.call(authorized(PATH)), 405);
        error(
                api.call(authorized(PATH).post(okhttp3.RequestBody.create(BODY, okhttp3.MediaType.get("text/plain")))),
                415);
        error(api.post(PATH, " ".repeat(ApiHarness.MAX_BODY_BYTES + 1)), 413);
        api.commands.available = false;
        error(api.post(PATH, BODY), 503);
        api.configurations.put("p1", false);
        error(api.post(PATH, BODY), 403);
        api.configurations.partners.clear();
        error(api.post(PATH, BODY), 404);
    }

    @Test
    void D16_a_disabled_partner_enables_nobody() {
        api.configurations.put("p1", false);
        assertThat(error(api.post(PATH, BODY), 403).path("title").asText()).isEqualTo("Partner disabled");
        assertThat(api.commands.made).isEmpty();
    }

    private Request.Builder authorized(String path) {
        return api.request(path).header("Authorization", ApiHarness.bearer());
    }

    private static JsonNode error(ApiAnswer answer, int status) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        JsonNode error = answer.json();
        assertThat(error.properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("body", "code", "message", "suggestion", "title");
        assertThat(error.path("code").asInt()).isEqualTo(status);
        return error;
    }
}
