package dev.partnercatalog.query.token;

import static dev.partnercatalog.query.token.TokenHarness.CREDENTIALS;
import static dev.partnercatalog.query.token.TokenHarness.GOOD;
import static dev.partnercatalog.query.token.TokenHarness.GRANT;
import static dev.partnercatalog.query.token.TokenHarness.assertToken;
import static dev.partnercatalog.query.token.TokenHarness.basic;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jwt.SignedJWT;
import dev.partnercatalog.query.access.TestTokens;
import dev.partnercatalog.query.token.ClientAuthentication.FormParameters;
import dev.partnercatalog.runtime.http.SameHash;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Requests that get a token, and what they get. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenEndpointTest {

    @AutoClose
    private final TokenHarness endpoint = new TokenHarness();

    @BeforeEach
    void reset() {
        endpoint.reset();
    }

    @Test
    void D17_credentials_in_the_form_get_a_token() {
        assertToken(endpoint.form(GOOD + "&scope=partner%2Fread"));
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
        assertToken(endpoint.form(GOOD));
        assertToken(endpoint.form(GOOD + "&scope="));
    }

    @Test
    void unknown_parameters_are_ignored() {
        assertToken(endpoint.form(GOOD + "&resource=x&audience=&flag"));
    }

    @Test
    void the_media_type_may_have_parameters_and_any_case() {
        assertToken(endpoint.send(endpoint.post("Application/X-WWW-Form-Urlencoded; charset=UTF-8", GOOD)));
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
        SignedJWT token = SignedJWT.parse(endpoint.token());
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
    void D17_the_newest_key_signs() throws Exception {
        endpoint.keys.add(0, TestTokens.newKey("key-2"));
        assertThat(SignedJWT.parse(endpoint.token()).getHeader().getKeyID()).isEqualTo("key-2");
    }

    @Test
    void no_response_reveals_a_secret() {
        for (String body : List.of(GOOD, GRANT + "&client_id=c1&client_secret=s3cret2", CREDENTIALS)) {
            assertThat(endpoint.form(body).body()).doesNotContain("s3cret");
        }
    }

    @Test
    void a_page_of_another_address_may_request_a_token() {
        HttpResponse<String> preflight =
                endpoint.send(endpoint.request("/oauth2/token").method("OPTIONS", HttpRequest.BodyPublishers.noBody()));
        assertThat(preflight.statusCode()).isEqualTo(204);
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Headers"))
                .hasValueSatisfying(headers -> assertThat(headers).contains("Authorization", "Content-Type"));
        HttpResponse<String> token = endpoint.form(GOOD);
        assertThat(token.statusCode()).isEqualTo(200);
        assertThat(token.headers().firstValue("Access-Control-Allow-Origin")).hasValue("https://desk.example");
    }

    @Test
    void a_character_that_is_not_escaped_is_itself_whatever_it_is() {
        assertThat(parsed("a=\ud83c\udf3f+\u00e9&b=%F0%9F%8C%BF").get("a")).isEqualTo("\ud83c\udf3f \u00e9");
        assertThat(parsed("a=\ud83c\udf3f&b=%F0%9F%8C%BF").get("b")).isEqualTo("\ud83c\udf3f");
    }

    /** Comparing each name with each other would take minutes. */
    @Test
    @Timeout(60)
    void many_names_with_equal_hash_codes_cost_no_more_than_others() {
        assertThat(parsed(String.join("&", SameHash.texts(17))).values()).hasSize(1 << 17);
    }

    private static FormParameters parsed(String body) {
        return FormParameters.parse(body.getBytes(StandardCharsets.UTF_8));
    }
}
