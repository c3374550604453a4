package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Outcome.Result;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The head of a response alone decides, whatever comes after it. */
class SuccessTest {

    private final AwaitedDelivery delivery =
            new AwaitedDelivery.Builder().timeout(Duration.ofSeconds(1)).build();

    @AfterEach
    void stop() {
        delivery.close();
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

    @Test
    void what_is_no_response_is_described_without_a_word_of_it() throws Exception {
        try (RawEndpoint endpoint = new RawEndpoint("s3cret s3cret\r\n\r\n")) {
            Outcome outcome = delivery.post(new Endpoint("p", endpoint.url()), MESSAGE);

            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.reason()).contains("isn't valid HTTP").doesNotContain("s3cret");
        }
    }
}
