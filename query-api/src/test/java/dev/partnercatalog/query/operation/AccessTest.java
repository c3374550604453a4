package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.query.access.TestTokens;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.query.operation.ApiRoutes.HealthStatus;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.util.List;
import okhttp3.Headers;
import okhttp3.Request;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may call what, for every operation. */
class AccessTest {

    private static final String LOCATION = "/v1/1/location/11";
    private static final String BATCH = "/v1/1/variants/batch-get";
    private static final String BATCH_BODY = "{\"locationId\":11,\"barcodes\":[\"A\"]}";

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    @BeforeEach
    void partner() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "11"));
        api.configurations.put("p2", true, InMemoryConfigurations.company("2", "21"));
    }

    private List<Request.Builder> securedOperations() {
        return List.of(
                api.request("/v1/partner"),
                api.request("/v1/partner").head(),
                api.request(LOCATION),
                api.request(LOCATION + "/variants"),
                api.request(LOCATION + "/variants/digest"),
                api.request(BATCH).post(ApiHarness.json(BATCH_BODY)));
    }

    @Test
    void D16_a_valid_token_allows_every_operation() {
        for (Request.Builder operation : securedOperations()) {
            assertThat(api.call(operation.header("Authorization", ApiHarness.bearer()))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void D16_D20_without_a_token_every_operation_but_health_is_401_with_a_bare_challenge() {
        for (Request.Builder operation : securedOperations()) {
            ApiAnswer answer = api.call(operation);
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"partner-catalog\"");
        }
        api.call(api.request(LOCATION)).error(ErrorCode.UNAUTHENTICATED);
        assertThat(api.call(api.request("/v1/service/health")).status()).isEqualTo(200);
    }

    @Test
    void D16_a_token_that_fails_its_checks_is_401_with_the_reason_in_the_challenge() {
        String expired = TestTokens.of("c1", ApiHarness.NOW.minusSeconds(4000));
        for (Request.Builder operation : securedOperations()) {
            ApiAnswer answer = api.call(operation.header("Authorization", "Bearer " + expired));
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate")).contains("error=\"invalid_token\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Basic YTpi", "Token x", "Bearer a b", "Bearer ä.b.c"})
    void D16_an_authorization_that_is_not_a_bearer_token_is_401(String authorization) {
        Headers headers = new Headers.Builder()
                .addUnsafeNonAscii("Authorization", authorization)
                .build();
        api.call(api.request("/v1/partner").headers(headers)).error(ErrorCode.UNAUTHENTICATED);
    }

    @Test
    void the_scheme_may_be_written_in_any_case() {
        String lower = "bearer " + TestTokens.of("c1", ApiHarness.NOW);
        assertThat(api.call(api.request("/v1/partner").header("Authorization", lower))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void two_authorizations_count_as_none() {
        api.call(api.request("/v1/partner")
                        .addHeader("Authorization", ApiHarness.bearer())
                        .addHeader("Authorization", ApiHarness.bearer()))
                .error(ErrorCode.UNAUTHENTICATED);
    }

    @Test
    void a_token_in_the_URL_is_ignored() {
        api.call(api.request("/v1/partner?access_token=" + TestTokens.of("c1", ApiHarness.NOW)))
                .error(ErrorCode.UNAUTHENTICATED);
    }

    @Test
    void D16_a_token_without_the_scope_is_403() {
        for (Object scope : new Object[] {null, "", "partner/write", "partner/readx", "PARTNER/READ"}) {
            String token = TestTokens.signed(
                    TestTokens.header().build(),
                    TestTokens.claims("c1", ApiHarness.NOW)
                            .claim("scope", scope)
                            .build(),
                    TestTokens.KEY);
            ApiAnswer answer = api.call(api.request("/v1/partner").header("Authorization", "Bearer " + token));
            answer.error(ErrorCode.INSUFFICIENT_SCOPE);
            assertThat(answer.header("WWW-Authenticate"))
                    .contains("error=\"insufficient_scope\"", "scope=\"partner/read\"");
        }
    }

    @Test
    void D17_an_unexpired_token_of_a_disabled_or_unknown_client_is_401() {
        api.client("c1", "p1", false);
        api.get("/v1/partner").error(ErrorCode.UNAUTHENTICATED);
        api.clients.clear();
        ApiAnswer answer = api.get("/v1/partner");
        answer.error(ErrorCode.UNAUTHENTICATED);
        assertThat(answer.header("WWW-Authenticate")).contains("invalid_token");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "3", "0", "-1", "01", "1.0", "x", "1%20", "%C3%A9", "99999999999999999999"})
    void D16_a_company_or_location_that_is_not_allowed_is_403_whether_it_exists_or_is_malformed(String id) {
        for (String rest : List.of("", "/variants", "/variants/changes?since=x", "/variants/digest")) {
            api.get("/v1/" + id + "/location/11" + rest).error(ErrorCodes.COMPANY_NOT_ALLOWED);
            api.get("/v1/1/location/" + id + rest).error(ErrorCodes.LOCATION_NOT_ALLOWED);
        }
        api.get("/v1/" + id + "/variants").error(ErrorCodes.COMPANY_NOT_ALLOWED);
        api.post("/v1/" + id + "/variants/batch-get", BATCH_BODY).error(ErrorCodes.COMPANY_NOT_ALLOWED);
        if (id.matches("-?[1-9][0-9]*")) {
            api.post(BATCH, BATCH_BODY.replace("11", id)).error(ErrorCodes.LOCATION_NOT_ALLOWED);
        }
    }

    @Test
    void D16_company_scope_requires_only_the_company() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("1"));
        assertThat(api.get("/v1/1/location/1").status()).isEqualTo(200);
        assertThat(api.post(BATCH, "{\"locationId\":1,\"barcodes\":[\"A\"]}").status())
                .isEqualTo(200);
    }

    @Test
    void D16_a_disabled_partner_is_403_on_everything_but_its_own_configuration() {
        api.configurations.put("p1", false, InMemoryConfigurations.company("1", "11"));
        for (String rest : List.of("", "/variants", "/variants/changes?since=x", "/variants/digest")) {
            api.get(LOCATION + rest).error(ErrorCodes.PARTNER_DISABLED);
        }
        api.get("/v1/2/location/21").error(ErrorCodes.PARTNER_DISABLED);
        api.post(BATCH, BATCH_BODY).error(ErrorCodes.PARTNER_DISABLED);
        assertThat(api.get("/v1/partner").status()).isEqualTo(200);
    }

    @Test
    void a_partner_without_a_configuration_has_no_company_and_nothing_to_get() {
        api.configurations.partners.clear();
        api.get(LOCATION).error(ErrorCodes.COMPANY_NOT_ALLOWED);
        api.post(BATCH, BATCH_BODY).error(ErrorCodes.COMPANY_NOT_ALLOWED);
        JsonNode error = api.get("/v1/partner").error(ErrorCode.NOT_FOUND);
        assertThat(error.path("message").asText()).contains("\"p1\"");
    }

    @Test
    void what_a_partner_may_see_changes_with_its_configuration() {
        assertThat(api.get(LOCATION).status()).isEqualTo(200);
        api.configurations.put("p1", true, InMemoryConfigurations.company("1", "12"));
        api.get(LOCATION).error(ErrorCodes.LOCATION_NOT_ALLOWED);
        assertThat(api.get("/v1/1/location/12").status()).isEqualTo(200);
    }

    @Test
    void a_company_or_location_whose_configured_id_is_malformed_gives_no_access() {
        api.configurations.put(
                "p1", true, InMemoryConfigurations.company("one", "11"), InMemoryConfigurations.company("1", "eleven"));
        api.get("/v1/one/location/11").error(ErrorCodes.COMPANY_NOT_ALLOWED);
        api.get("/v1/1/location/eleven").error(ErrorCodes.LOCATION_NOT_ALLOWED);
    }

    @Test
    void a_caller_that_may_not_see_a_company_learns_that_before_anything_about_the_body() {
        api.post("/v1/2/variants/batch-get", "nonsense").error(ErrorCodes.COMPANY_NOT_ALLOWED);
    }

    @ParameterizedTest
    @CsvSource({"UP, 200", "DEGRADED, 200", "DOWN, 503"})
    void D22_health_shows_the_status_of_the_service_and_the_time(HealthStatus health, int status) {
        api.health = health;
        ApiAnswer answer = api.call(api.request("/v1/service/health"));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body())
                .isEqualTo("{\"status\":\"" + health + "\",\"timestamp\":" + ApiHarness.NOW.toEpochMilli() + "}");
        assertThat(answer.header("Access-Control-Allow-Origin")).isEqualTo("*");
    }
}
