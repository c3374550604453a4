package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static dev.partnercatalog.webhook.delivery.PartnerServer.status;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
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

/**
 * What a response means, or the lack of one: its head alone decides. {@link HostileAnswerTest} covers those that are meant
 * to do harm.
 */
class ResponseTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final PartnerServer server = new PartnerServer();
    private final Endpoint endpoint = new Endpoint("menuboard", server.url());
    private final AwaitedDelivery delivery = new AwaitedDelivery(TIMEOUT);

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "204 No Content\r\nContent-Length: 2\r\n\r\nok",
                "205 Reset Content\r\nContent-Length: 2\r\n\r\nok",
                "204 No Content\r\nContent-Length: 2\r\n\r\n",
                "204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                "205 Reset Content\r\n\r\nok",
                "200 OK\r\nContent-Length: -7\r\n\r\n",
                "200 OK\r\nContent-Length: -7\r\n\r\nthanks",
                "200 OK\r\nContent-Length: 1000000\r\n\r\nthanks",
                "200 OK\r\nContent-Length: 3\r\nContent-Length: 7\r\n\r\nthanks",
                "200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nthanks",
                "200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nthanks",
                "200 OK\r\nContent-Length: two\r\n\r\nthanks",
                "200 OK\r\nTransfer-Encoding: chunked\r\n\r\nthanks",
                "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
                "200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx",
                "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nno trailer",
                "200 OK\r\n\r\n",
                "201 Created\r\nRetry-After: \u00e9\u0001\r\nContent-Length: 0\r\n\r\n",
                "202 \u00e9\r\nX\u00e9: \u0000\u0001\r\nno header\r\n: empty\r\nContent-Type: \u00e9/\u00e9\r\n\r\n",
                "299 Whatever\r\nConnection: close\r\n\r\n",
                "200\r\n\r\n"
            })
    @DisplayName("D37: success is any 2xx, whatever follows the head of the response")
    void any_2xx_is_a_success_whatever_follows_the_head(String answer) throws Exception {
        try (RawEndpoint endpoint = new RawEndpoint("HTTP/1.1 " + answer)) {
            Outcome outcome = delivery.post(new Endpoint("p", endpoint.url()), MESSAGE);

            assertThat(outcome.result()).isEqualTo(Result.ACCEPTED);
            assertThat(outcome.status()).isEqualTo(Integer.parseInt(answer.substring(0, 3)));
            assertThat(endpoint.requests()).isEqualTo(1);
            assertThat(delivery.endpoints().inFlight()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"422, REFUSED", "410, GONE", "503, FAILED", "407, REFUSED", "302, FAILED"})
    void any_other_status_counts_too_whatever_follows_the_head(int status, Result result) throws Exception {
        try (RawEndpoint endpoint =
                new RawEndpoint("HTTP/1.1 " + status + " x\r\nLocation: \u00e9\r\nContent-Length: -7\r\n\r\n")) {
            Outcome outcome = delivery.post(new Endpoint("p", endpoint.url()), MESSAGE);

            assertThat(outcome.result()).isEqualTo(result);
            assertThat(outcome.status()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u00e9", "\u0000", "7\u0000", "\u0080\u00ff", "-7", "7.5", "7 s", "", "٧"})
    void a_retry_after_with_odd_bytes_counts_as_none(String value) throws Exception {
        byte[] answer = ("HTTP/1.1 429 x\r\nRetry-After: " + value + "\r\nContent-Length: 0\r\n\r\n")
                .getBytes(value.equals("٧") ? java.nio.charset.StandardCharsets.UTF_8 : ISO_8859_1);
        try (RawEndpoint endpoint = new RawEndpoint(to -> to.write(answer))) {
            Outcome outcome = delivery.post(new Endpoint("p", endpoint.url()), MESSAGE);

            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.status()).isEqualTo(429);
            assertThat(outcome.retryAfter()).isNull();
            assertThat(endpoint.requests()).isEqualTo(1);
        }
    }
}
