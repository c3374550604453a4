package dev.partnercatalog.query.token;

import static dev.partnercatalog.query.token.TokenHarness.CREDENTIALS;
import static dev.partnercatalog.query.token.TokenHarness.GOOD;
import static dev.partnercatalog.query.token.TokenHarness.GRANT;
import static dev.partnercatalog.query.token.TokenHarness.assertToken;
import static dev.partnercatalog.query.token.TokenHarness.basic;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailedAttemptsTest {

    private static final String ELSEWHERE = "203.0.113.9";

    @AutoClose
    private final TokenHarness endpoint = new TokenHarness();

    private final AtomicInteger tests = new AtomicInteger();
    private String attacker = "";

    @BeforeEach
    void takeAnAddressOfItsOwn() {
        attacker = "198.51.100." + tests.incrementAndGet();
    }

    @Test
    void D17_after_twenty_wrong_secrets_not_even_the_right_one_is_checked_for_a_while() {
        for (int i = 0; i < 20; i++) {
            assertStatus(401, "client_id=c1&client_secret=wrong" + i, attacker);
        }
        HttpResponse<String> throttled = request(CREDENTIALS, attacker);
        assertThat(throttled.statusCode()).isEqualTo(429);
        assertThat(throttled.headers().firstValue("Retry-After")).hasValue("3");
        assertThat(throttled.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(TokenHarness.json(throttled).path("error").asText()).isEqualTo("temporarily_unavailable");
        assertThat(TokenHarness.json(throttled).path("error_description").asText())
                .contains("wrong credentials");
        endpoint.time.pass(Duration.ofSeconds(3));
        assertStatus(200, CREDENTIALS, attacker);
    }

    @Test
    void a_client_is_not_locked_out_by_wrong_secrets_from_another_address() {
        for (int i = 0; i < 200; i++) {
            request("client_id=c1&client_secret=wrong", attacker);
        }
        assertStatus(200, CREDENTIALS, ELSEWHERE);
    }

    @Test
    void one_address_that_tries_many_clients_is_throttled_as_a_whole() {
        for (int i = 0; i < 100; i++) {
            assertStatus(401, "client_id=client-" + i + "&client_secret=wrong", attacker);
        }
        assertStatus(429, "client_id=client-100&client_secret=wrong", attacker);
        assertStatus(429, CREDENTIALS, attacker);
        assertStatus(200, CREDENTIALS, ELSEWHERE);
    }

    @Test
    void a_client_that_succeeded_from_an_address_before_is_not_locked_out_by_its_neighbours_there() {
        assertStatus(200, CREDENTIALS, attacker);
        for (int i = 0; i < 150; i++) {
            request("client_id=client-" + i + "&client_secret=wrong", attacker);
        }
        assertStatus(429, "client_id=other&client_secret=wrong", attacker);
        assertStatus(200, CREDENTIALS, attacker);
    }

    @Test
    void a_malformed_client_id_only_counts_by_its_address() {
        for (int i = 0; i < 100; i++) {
            assertStatus(401, "client_id=" + "x".repeat(1_000 + i) + "&client_secret=wrong", attacker);
        }
        assertStatus(429, "client_id=%20&client_secret=wrong", attacker);
    }

    @Test
    void a_request_without_credentials_is_not_an_attempt() {
        for (int i = 0; i < 150; i++) {
            request("client_id=c1", attacker);
        }
        assertStatus(200, CREDENTIALS, attacker);
    }

    @Test
    void a_client_with_many_correct_requests_is_not_throttled() {
        for (int i = 0; i < 150; i++) {
            assertStatus(200, CREDENTIALS, ELSEWHERE);
        }
    }

    private void assertStatus(int status, String credentials, String address) {
        assertThat(request(credentials, address).statusCode()).isEqualTo(status);
    }

    /** A token request through a proxy. */
    private HttpResponse<String> request(String credentials, String address) {
        return endpoint.send(
                endpoint.post(TokenHarness.FORM, GRANT + "&" + credentials).header("X-Forwarded-For", address));
    }

    @Test
    void a_client_that_requests_very_many_tokens_is_told_to_wait_and_another_is_not() {
        endpoint.reset();
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
        endpoint.reset();
    }
}
