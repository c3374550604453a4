package dev.partnercatalog.query.token;

import static dev.partnercatalog.query.token.TokenHarness.CREDENTIALS;
import static dev.partnercatalog.query.token.TokenHarness.GOOD;
import static dev.partnercatalog.query.token.TokenHarness.GRANT;
import static dev.partnercatalog.query.token.TokenHarness.assertRefused;
import static dev.partnercatalog.query.token.TokenHarness.basic;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that get no token, and what they get instead. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusedTokenRequestTest {

    @AutoClose
    private final TokenHarness endpoint = new TokenHarness();

    @BeforeEach
    void reset() {
        endpoint.reset();
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

    @ParameterizedTest(name = "{0} for {1} with {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            invalid_client         | {grant}                                        | Bearer abc
            invalid_client         | {grant}                                        | Digest username="c1"
            invalid_client         | {grant}                                        | Basic
            invalid_client         | {grant}                                        | `Basic `
            invalid_client         | {grant}                                        | Basic !!!
            invalid_client         | {grant}                                        | Basic YzE
            invalid_client         | {grant}                                        | Basic YzE6/w==
            invalid_client         | {grant}                                        | Basic YzE6JXp6
            invalid_client         | {grant}                                        | c1:s3cret
            invalid_client         | {grant}                                        |
            invalid_client         | {grant}&client_id=c1                           |
            invalid_client         | {grant}&client_secret=s3cret                   |
            invalid_client         | {grant}&client_id=c1&client_secret=            |
            invalid_client         | {grant}&client_id=&client_secret=s3cret        |
            invalid_request        | {credentials}                                  |
            invalid_request        | grant_type=&{credentials}                      |
            invalid_request        | ``                                             |
            unsupported_grant_type | grant_type=password&{credentials}              |
            unsupported_grant_type | grant_type=CLIENT_CREDENTIALS&{credentials}    |
            unsupported_grant_type | grant_type=client_credentials%20&{credentials} |
            invalid_scope          | {grant}&{credentials}&scope=partner/write      |
            invalid_scope          | {grant}&{credentials}&scope=partner/read%20x   |
            invalid_scope          | {grant}&{credentials}&scope=PARTNER/READ       |
            invalid_scope          | {grant}&{credentials}&scope=%20                |
            invalid_request        | {grant}&{credentials}&{grant}                  |
            invalid_request        | {grant}&{credentials}&client_id=c1             |
            invalid_request        | {grant}&{credentials}&client_secret=s3cret     |
            invalid_request        | {grant}&{credentials}&x=1&x=1                  |
            invalid_request        | {grant}&{credentials}&scope=%zz                |
            invalid_request        | {grant}&{credentials}&scope=%                  |
            invalid_request        | {grant}&{credentials}&scope=%4                 |
            invalid_request        | {grant}&{credentials}&x=%+1                    |
            invalid_request        | {grant}&{credentials}&x=%-1                    |
            invalid_request        | {grant}&{credentials}&%zz=x                    |
            invalid_request        | {grant}&{credentials}&x=%ff                    |
            invalid_request        | {grant}&{credentials}&x=%C0%AF                 |
            invalid_request        | {grant}&{credentials}&x=%４１                   |
            """)
    void D16_D17_a_request_is_refused_by_the_error_of_OAuth(String error, String form, @Nullable String authorization) {
        String body = form.replace("{grant}", GRANT).replace("{credentials}", CREDENTIALS);
        String[] headers = authorization == null ? new String[0] : new String[] {authorization};
        assertRefused(endpoint.form(body, headers), error.equals("invalid_client") ? 401 : 400, error);
    }

    @Test
    void credentials_by_both_methods_are_an_invalid_request() {
        assertRefused(endpoint.form(GOOD, basic("c1:s3cret")), 400, "invalid_request");
        assertRefused(endpoint.form(GRANT + "&client_secret=x", basic("c1:s3cret")), 400, "invalid_request");
        assertRefused(endpoint.form(GRANT + "&client_id=c2", basic("c1:s3cret")), 400, "invalid_request");
        assertRefused(endpoint.form(GRANT, basic("c1:s3cret"), basic("c1:s3cret")), 400, "invalid_request");
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
    void while_there_is_no_key_the_response_is_503() {
        endpoint.keys.clear();
        HttpResponse<String> response = endpoint.form(GOOD);
        assertRefused(response, 503, "temporarily_unavailable");
        assertThat(response.headers().firstValue("Retry-After")).isPresent();
    }
}
