package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static dev.partnercatalog.webhook.delivery.PartnerServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Outcome.Result;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a response means, or the lack of one. {@link HostileAnswerTest} covers those that are meant to do harm. */
class ResponseTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final PartnerServer server = new PartnerServer();
    private final Endpoint endpoint = new Endpoint("menuboard", server.url());
    private final AwaitedDelivery delivery =
            new AwaitedDelivery.Builder().timeout(TIMEOUT).build();

    ResponseTest() {
        delivery.use(endpoint);
    }

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "408,", "408, 0", "421,", "425, 0", "429, 0", "500, 0", "503,", "503, 0", "503, 1", "401, 0", "407,", "404, 0"
    })
    @DisplayName("D26: whatever the response, exactly one request is made; we time the next attempt ourselves")
    void exactly_one_request_is_made(int status, String retryAfter) throws Exception {
        MockResponse.Builder answer = status(status);
        if (retryAfter != null) {
            answer.addHeader("Retry-After", retryAfter);
        }
        server.answer(answer);
        server.answer(200);

        Outcome outcome = delivery.send(endpoint, MESSAGE);

        assertThat(outcome.result()).isNotEqualTo(Result.ACCEPTED);
        assertThat(outcome.received()).isTrue();
        assertThat(server.requests()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 307, 308})
    @DisplayName("D26: a redirect is not followed and is a failure")
    void a_redirect_is_not_followed(int status) throws Exception {
        server.answer(status(status).addHeader("Location", server.url("/elsewhere")));
        server.answer(200);

        Outcome outcome = delivery.send(endpoint, MESSAGE);

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.status()).isEqualTo(status);
        assertThat(server.requests()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "99999999999999999999, 600"})
    @DisplayName("D26: what the endpoint asks for is reported, even if it is absurd")
    void retry_after_is_told(String header, long seconds) throws Exception {
        server.answer(status(503).addHeader("Retry-After", header));

        assertThat(delivery.send(endpoint, MESSAGE).retryAfter()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void an_endpoint_that_hangs_is_given_up_after_the_timeout_and_may_have_taken_the_message() throws Exception {
        server.answer(status(200).headersDelay(1, TimeUnit.MINUTES));

        Outcome outcome = delivery.send(endpoint, MESSAGE);

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.received()).isTrue();
        assertThat(outcome.reason()).contains("timed out");
    }

    @Test
    void an_endpoint_that_hangs_up_in_the_middle_may_have_taken_the_message() throws Exception {
        server.answer(status(200).onResponseStart(new SocketEffect.CloseSocket()));

        Outcome outcome = delivery.send(endpoint, MESSAGE);

        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.received()).isTrue();
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void a_success_counts_once_its_status_is_there_however_long_its_body_takes() throws Exception {
        server.answer(status(200).body("x".repeat(1_000)).bodyDelay(1, TimeUnit.MINUTES));

        long began = System.nanoTime();
        Outcome outcome = delivery.send(endpoint, MESSAGE);

        assertThat(outcome.result()).isEqualTo(Result.ACCEPTED);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TIMEOUT);
    }

    @Test
    void a_huge_answer_is_not_read_to_its_end() throws Exception {
        server.answer(status(200).body("x".repeat(50_000_000)));
        server.answer(200);

        assertThat(delivery.send(endpoint, MESSAGE).result()).isEqualTo(Result.ACCEPTED);
        assertThat(delivery.send(endpoint, MESSAGE).result()).isEqualTo(Result.ACCEPTED);
        server.taken();
        assertThat(server.taken().getConnectionIndex()).isEqualTo(1);
    }

    @Test
    void a_short_answer_leaves_the_connection_to_the_next_message() throws Exception {
        server.answer(status(200).body("thanks"));
        server.answer(status(200).body("thanks"));

        delivery.send(endpoint, MESSAGE);
        delivery.send(endpoint, MESSAGE);

        server.taken();
        assertThat(server.taken().getConnectionIndex()).isZero();
    }
}
