package dev.partnercatalog.query.token;

import static dev.partnercatalog.query.token.TokenHarness.CREDENTIALS;
import static dev.partnercatalog.query.token.TokenHarness.GRANT;
import static dev.partnercatalog.query.token.TokenHarness.basic;
import static dev.partnercatalog.query.token.TokenHarness.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jwt.SignedJWT;
import dev.partnercatalog.query.access.TestTokens;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenEndpointTest {

    private final TokenHarness endpoint = new TokenHarness();

    @BeforeEach
    void reset() {
        endpoint.reset();
    }

    @AfterAll
    void close() {
        endpoint.close();
    }

    @Test
    void D17_credentials_in_the_form_get_a_token() {
        assertToken(endpoint.form(GRANT + "&" + CREDENTIALS + "&scope=partner%2Fread"));
    }

    @Test
    void D17_credentials_by_Basic_get_a_token() {
        assertToken(endpoint.form(GRANT + "&scope=partner/read", basic("c1:s3cret")));
        assertToken(endpoint.form(GRANT, basic("c1:s3cret").replace("Basic", "bASIC")));
    }

    @Test
    void a_client_id_may_repeat_the_one_sent_by_Basic() {
        assertToken(endpoint.form(GRANT + "&client_id=c1", basic("c1:s3cret")));
    }

    @Test
    void D16_the_scope_may_be_left_out_or_empty() {
        assertToken(endpoint.form(GRANT + "&" + CREDENTIALS));
        assertToken(endpoint.form(GRANT + "&" + CREDENTIALS + "&scope="));
    }

    @Test
    void unknown_parameters_are_ignored() {
        assertToken(endpoint.form(GRANT + "&" + CREDENTIALS + "&resource=x&audience=&flag"));
    }

    @Test
    void the_media_type_may_have_parameters_and_any_case() {
        assertToken(endpoint.send(endpoint.request("/oauth2/token")
                .header("Content-Type", "Application/X-WWW-Form-Urlencoded; charset=UTF-8")
                .POST(HttpRequest.BodyPublishers.ofString(GRANT + "&" + CREDENTIALS))));
    }

    @Test
    void a_secret_of_any_characters_survives_both_methods() {
        String secret = "a:b%c+d é&=\"\\";
        String encoded = "a%3Ab%25c%2Bd%20%C3%A9%26%3D%22%5C";
        endpoint.client("c1", secret, true);
        assertToken(endpoint.form(GRANT + "&client_id=c1&client_secret=" + encoded));
        assertToken(endpoint.form(GRANT, basic("c1:" + encoded)));
        assertToken(endpoint.form(GRANT, basic("c1:" + encoded.replace("%20", "+"))));
    }

    @Test
    void D16_a_token_is_a_JWT_of_the_access_token_profile() throws Exception {
        SignedJWT token = SignedJWT.parse(json(endpoint.form(GRANT + "&" + CREDENTIALS))
                .path("access_token")
                .asText());
        assertThat(token.getHeader().getAlgorithm()).isEqualTo(JWSAlgorithm.RS256);
        assertThat(token.getHeader().getType().getType()).isEqualTo("at+jwt");
        assertThat(token.getHeader().getKeyID()).isEqualTo(TestTokens.KEY.getKeyID());
        assertThat(token.verify(new RSASSAVerifier(TestTokens.KEY))).isTrue();
        assertThat(token.getJWTClaimsSet().toJSONObject())
                .containsOnlyKeys("iss", "aud", "sub", "client_id", "iat", "exp", "jti", "scope", "partner_id")
                .containsEntry("iss", "http://issuer.example")
                .containsEntry("aud", "partner-catalog")
                .containsEntry("sub", "c1")
                .containsEntry("client_id", "c1")
                .containsEntry("partner_id", "p1")
                .containsEntry("scope", "partner/read");
        assertThat(token.getJWTClaimsSet().getIssueTime()).isEqualTo(Date.from(TokenHarness.NOW));
        assertThat(token.getJWTClaimsSet().getExpirationTime())
                .isEqualTo(Date.from(TokenHarness.NOW.plusSeconds(3600)));
    }

    @Test
    void each_token_has_its_own_id() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            JsonNode answer = json(endpoint.form(GRANT + "&" + CREDENTIALS));
            ids.add(SignedJWT.parse(answer.path("access_token").asText())
                    .getJWTClaimsSet()
                    .getJWTID());
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void D17_the_newest_key_signs() throws Exception {
        endpoint.keys.add(0, TestTokens.newKey("key-2"));
        JsonNode answer = json(endpoint.form(GRANT + "&" + CREDENTIALS));
        assertThat(SignedJWT.parse(answer.path("access_token").asText())
                        .getHeader()
                        .getKeyID())
                .isEqualTo("key-2");
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
        HttpResponse<String> response = endpoint.form(GRANT + "&" + CREDENTIALS);
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
        assertRefused(endpoint.form(GRANT + "&" + CREDENTIALS, basic("c1:s3cret")), 400, "invalid_request");
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
        assertRefused(endpoint.form(GRANT + "&" + CREDENTIALS + "&scope=" + scope), 400, "invalid_scope");
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
        assertRefused(endpoint.form(GRANT + "&" + CREDENTIALS + "&" + again), 400, "invalid_request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"scope=%zz", "scope=%", "scope=%4", "%zz=x", "x=%ff", "x=%C0%AF", "x=%\uff14\uff11"})
    void a_body_that_is_not_form_encoded_is_an_invalid_request(String malformed) {
        assertRefused(endpoint.form(GRANT + "&" + CREDENTIALS + "&" + malformed), 400, "invalid_request");
    }

    @Test
    void a_body_that_is_not_UTF_8_is_an_invalid_request() {
        HttpResponse<String> response = endpoint.send(endpoint.request("/oauth2/token")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[] {'a', '=', (byte) 0xff})));
        assertRefused(response, 400, "invalid_request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "multipart/form-data; boundary=x", "text/plain", ""})
    void a_body_of_another_type_is_an_invalid_request(String contentType) {
        HttpResponse<String> response = endpoint.send(endpoint.request("/oauth2/token")
                .header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofString(GRANT + "&" + CREDENTIALS)));
        assertRefused(response, 400, "invalid_request");
        assertThat(json(response).path("error_description").asText())
                .isEqualTo("The body must be application/x-www-form-urlencoded.");
    }

    @Test
    void a_body_without_a_type_is_an_invalid_request() {
        HttpResponse<String> response = endpoint.send(
                endpoint.request("/oauth2/token").POST(HttpRequest.BodyPublishers.ofString(GRANT + "&" + CREDENTIALS)));
        assertRefused(response, 400, "invalid_request");
    }

    @Test
    void parameters_in_the_URL_are_an_invalid_request() {
        HttpResponse<String> response = endpoint.send(endpoint.request("/oauth2/token?" + GRANT + "&" + CREDENTIALS)
                .header("Content-Type", "application/x-www-form-urlencoded")
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
        HttpResponse<String> response = endpoint.form(GRANT + "&" + CREDENTIALS);
        assertRefused(response, 503, "temporarily_unavailable");
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void no_response_reveals_a_secret() {
        for (String body :
                List.of(GRANT + "&" + CREDENTIALS, GRANT + "&client_id=c1&client_secret=s3cret2", CREDENTIALS)) {
            assertThat(endpoint.form(body).body()).doesNotContain("s3cret");
        }
    }

    private static void assertToken(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonNode answer = json(response);
        assertThat(answer.properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("access_token", "token_type", "expires_in", "scope");
        assertThat(answer.path("token_type").asText()).isEqualTo("Bearer");
        assertThat(answer.path("expires_in").isInt()).isTrue();
        assertThat(answer.path("expires_in").asInt()).isEqualTo(3600);
        assertThat(answer.path("scope").asText()).isEqualTo("partner/read");
        assertNotStored(response);
    }

    /** Checks everything that RFC 6749, section 5.2, requires of an error. */
    private static void assertRefused(HttpResponse<String> response, int status, String error) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        JsonNode answer = json(response);
        assertThat(answer.properties().stream().map(Map.Entry::getKey)).containsExactly("error", "error_description");
        assertThat(answer.path("error").asText()).isEqualTo(error);
        assertThat(answer.path("error_description").asText()).matches("[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]+");
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.headers().firstValue("WWW-Authenticate").isPresent())
                .isEqualTo(status == 401);
        assertNotStored(response);
    }

    private static void assertNotStored(HttpResponse<String> response) {
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(response.headers().firstValue("Pragma")).hasValue("no-cache");
        assertThat(response.headers().firstValue("X-Request-Id")).isPresent();
    }

    @Test
    void a_page_of_another_address_may_request_a_token() {
        HttpResponse<String> preflight =
                endpoint.send(endpoint.request("/oauth2/token").method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
        assertThat(preflight.statusCode()).isEqualTo(204);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Headers"))
                .hasValueSatisfying(headers -> assertThat(headers).contains("Authorization", "Content-Type"));
        HttpResponse<String> token = endpoint.form(GRANT + "&" + CREDENTIALS);
        assertThat(token.statusCode()).isEqualTo(200);
        assertThat(token.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
    }
}
