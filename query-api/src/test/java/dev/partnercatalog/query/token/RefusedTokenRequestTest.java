package dev.partnercatalog.query.token;

import static dev.partnercatalog.query.token.TokenAnswers.assertRefused;
import static dev.partnercatalog.query.token.TokenHarness.CREDENTIALS;
import static dev.partnercatalog.query.token.TokenHarness.GOOD;
import static dev.partnercatalog.query.token.TokenHarness.GRANT;
import static dev.partnercatalog.query.token.TokenHarness.basic;
import static dev.partnercatalog.query.token.TokenHarness.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that get no token, and what they get instead. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusedTokenRequestTest {

    private final TokenHarness endpoint = new TokenHarness();

    @BeforeEach
    void reset() {
        endpoint.reset();
    }

    @AfterAll
    void close() {
        endpoint.close();
    }

    @ParameterizedTest
    @CsvSource({"c1, wrong", "c2, s3cret", "C1, s3cret", "c1, S3cret", "c1, s3cret0", "'c 1', s3cret"})
    void D17_an_unknown_client_and_a_wrong_secret_get_the_same_response(String clientId, String secret) {
        HttpResponse<String> byForm =
                endpoint.form(GRANT + "&client_id=" + clientId.replace(" ", "%20") + "&client_secret=" + secret);
        HttpResponse<String> byBasic = endpoint.form(GRANT, basic(clientId.replace(" ", "+") + ":" + secret));
        assertRefused(byForm, 401, "invalid_client");
        assertThat(byBasic.statusCode()).isEqualTo(401);
        assertThat(byBasic.body()).isEqualTo(byForm.body());
        assertThat(byForm.body())
                .isEqualTo(endpoint.form(GRANT + "&client_id=x&client_secret=y").body());
    }

    @Test
    void D17_a_disabled_client_gets_the_same_response_too() {
        String unknown = endpoint.form(GRANT + "&client_id=x&client_secret=y").body();
        endpoint.client("c1", "s3cret", false);
        HttpResponse<String> response = endpoint.form(GOOD);
        assertRefused(response, 401, "invalid_client");
        assertThat(response.body()).isEqualTo(unknown);
    }

    @Test
    void D17_a_401_says_how_to_authenticate() {
        assertThat(endpoint.form(GRANT, basic("c1:wrong")).headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(challenge -> assertThat(challenge).startsWith("Basic realm="));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer abc",
                "Digest username=\"c1\"",
                "Basic",
                "Basic ",
                "Basic !!!",
                "Basic YzE",
                "Basic YzE6/w==",
                "Basic YzE6JXp6",
                "c1:s3cret"
            })
    void an_authorization_other_than_Basic_credentials_is_an_invalid_client(String authorization) {
        assertRefused(endpoint.form(GRANT, authorization), 401, "invalid_client");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "client_id=c1",
                "client_secret=s3cret",
                "client_id=c1&client_secret=",
                "client_id=&client_secret=s3cret"
            })
    void a_request_without_credentials_is_an_invalid_client(String credentials) {
        assertRefused(endpoint.form(GRANT + "&" + credentials), 401, "invalid_client");
    }

    @Test
    void credentials_by_both_methods_are_an_invalid_request() {
        assertRefused(endpoint.form(GOOD, basic("c1:s3cret")), 400, "invalid_request");
        assertRefused(endpoint.form(GRANT + "&client_secret=x", basic("c1:s3cret")), 400, "invalid_request");
        assertRefused(endpoint.form(GRANT + "&client_id=c2", basic("c1:s3cret")), 400, "invalid_request");
        assertRefused(endpoint.form(GRANT, basic("c1:s3cret"), basic("c1:s3cret")), 400, "invalid_request");
    }

    @Test
    void a_missing_grant_type_is_an_invalid_request() {
        assertRefused(endpoint.form(CREDENTIALS), 400, "invalid_request");
        assertRefused(endpoint.form("grant_type=&" + CREDENTIALS), 400, "invalid_request");
        assertRefused(endpoint.form(""), 400, "invalid_request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "refresh_token",
                "authorization_code",
                "CLIENT_CREDENTIALS",
                "client_credentials%20",
                "x"
            })
    void D17_any_other_grant_is_unsupported(String grantType) {
        assertRefused(endpoint.form("grant_type=" + grantType + "&" + CREDENTIALS), 400, "unsupported_grant_type");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "partner/write",
                "partner/read%20partner/write",
                "PARTNER/READ",
                "partner/read%20",
                "%20",
                "openid"
            })
    void D16_any_other_scope_is_invalid(String scope) {
        assertRefused(endpoint.form(GOOD + "&scope=" + scope), 400, "invalid_scope");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                GRANT,
                "client_id=c1",
                "client_id=c2",
                "client_secret=s3cret",
                "scope=partner/read&scope=partner/read",
                "x=1&x=1"
            })
    void a_parameter_given_twice_is_an_invalid_request(String again) {
        assertRefused(endpoint.form(GOOD + "&" + again), 400, "invalid_request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"scope=%zz", "scope=%", "scope=%4", "%zz=x", "x=%ff", "x=%C0%AF", "x=%\uff14\uff11"})
    void a_body_that_is_not_form_encoded_is_an_invalid_request(String malformed) {
        assertRefused(endpoint.form(GOOD + "&" + malformed), 400, "invalid_request");
    }

    @Test
    void a_body_that_is_not_UTF_8_is_an_invalid_request() {
        HttpResponse<String> response = endpoint.send(endpoint.request("/oauth2/token")
                .header("Content-Type", TokenHarness.FORM)
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[] {'a', '=', (byte) 0xff})));
        assertRefused(response, 400, "invalid_request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "multipart/form-data; boundary=x", "text/plain", ""})
    void a_body_of_another_type_is_an_invalid_request(String contentType) {
        HttpResponse<String> response = endpoint.send(endpoint.post(contentType, GOOD));
        assertRefused(response, 400, "invalid_request");
        assertThat(json(response).path("error_description").asText())
                .isEqualTo("The body must be application/x-www-form-urlencoded.");
    }

    @Test
    void a_body_without_a_type_is_an_invalid_request() {
        HttpResponse<String> response =
                endpoint.send(endpoint.request("/oauth2/token").POST(HttpRequest.BodyPublishers.ofString(GOOD)));
        assertRefused(response, 400, "invalid_request");
    }

    @Test
    void parameters_in_the_URL_are_an_invalid_request() {
        HttpResponse<String> response = endpoint.send(endpoint.request("/oauth2/token?" + GOOD)
                .header("Content-Type", TokenHarness.FORM)
                .POST(HttpRequest.BodyPublishers.noBody()));
        assertRefused(response, 400, "invalid_request");
    }

    @Test
    void a_body_that_is_too_large_is_413_in_the_form_of_OAuth() {
        assertRefused(endpoint.form("x=" + "y".repeat(20_000)), 413, "invalid_request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "PUT", "DELETE", "PATCH"})
    void any_method_but_POST_is_405(String method) {
        HttpResponse<String> response =
                endpoint.send(endpoint.request("/oauth2/token").method(method, HttpRequest.BodyPublishers.noBody()));
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("Allow")).hasValue("POST, OPTIONS");
    }

    @Test
    void any_other_path_is_404_in_the_form_of_OAuth() {
        assertRefused(endpoint.send(endpoint.request("/oauth2/authorize")), 404, "invalid_request");
    }

    @Test
    void while_there_is_no_key_the_response_is_503() {
        endpoint.keys.clear();
        HttpResponse<String> response = endpoint.form(GOOD);
        assertRefused(response, 503, "temporarily_unavailable");
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
    }
}
