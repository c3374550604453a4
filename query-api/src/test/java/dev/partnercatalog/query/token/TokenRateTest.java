package dev.partnercatalog.query.token;

import static dev.partnercatalog.query.token.TokenAnswers.assertToken;
import static dev.partnercatalog.query.token.TokenHarness.GOOD;
import static dev.partnercatalog.query.token.TokenHarness.GRANT;
import static dev.partnercatalog.query.token.TokenHarness.basic;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many tokens a client may request. */
class TokenRateTest {

    private final TokenHarness endpoint = new TokenHarness();

    @AfterEach
    void close() {
        endpoint.close();
    }

    @Test
    void a_client_that_requests_very_many_tokens_is_told_to_wait_and_another_is_not() {
        endpoint.client("c2", "s3cret", true);
        for (int i = 0; i < 10; i++) {
            // A wrong secret uses up none of the client's requests.
            endpoint.form(GRANT + "&client_id=c1&client_secret=wrong");
        }
        for (int i = 0; i < 500; i++) {
            assertThat(endpoint.form(GOOD).statusCode()).isEqualTo(200);
        }
        HttpResponse<String> refused = endpoint.form(GOOD);
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(TokenHarness.json(refused).path("error").asText()).isEqualTo("temporarily_unavailable");
        assertToken(endpoint.form(GRANT, basic("c2:s3cret")));
        endpoint.time.pass(Duration.ofSeconds(1));
        assertToken(endpoint.form(GOOD));
    }
}
