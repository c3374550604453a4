package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Outcome.Result;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("D26: what a response means")
class OutcomeTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 299})
    void every_2xx_is_success(int status) {
        assertThat(Outcome.answered(status, null).result()).isEqualTo(Result.ACCEPTED);
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 301, 302, 303, 304, 307, 308, 399})
    void a_redirect_is_a_failure(int status) {
        Outcome outcome = Outcome.answered(status, null);
        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.reason()).contains("redirect");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 408, 425, 429, 500, 501, 502, 503, 504, 599, 600, 999})
    void these_speak_of_the_endpoint_and_not_of_the_message(int status) {
        assertThat(Outcome.answered(status, null).result()).isEqualTo(Result.FAILED);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 402, 405, 406, 409, 411, 413, 415, 418, 421, 422, 431, 451, 499})
    void every_other_4xx_refuses_the_message(int status) {
        assertThat(Outcome.answered(status, null).result()).isEqualTo(Result.REFUSED);
    }

    @Test
    void gone_closes_the_endpoint() {
        assertThat(Outcome.answered(410, null).result()).isEqualTo(Result.GONE);
    }

    @Test
    void the_seconds_and_dates_of_retry_after_are_read() {
        assertThat(Outcome.retryAfter("0", NOW)).isEqualTo(Duration.ZERO);
        assertThat(Outcome.retryAfter(" 120 ", NOW)).isEqualTo(Duration.ofMinutes(2));
        assertThat(Outcome.retryAfter("Fri, 02 Jan 2026 03:05:05 GMT", NOW)).isEqualTo(Duration.ofMinutes(1));
        assertThat(Outcome.retryAfter("Fri, 02 Jan 2025 03:05:05 GMT", NOW)).isNull(); // not a Friday
        assertThat(Outcome.retryAfter("Thu, 02 Jan 2025 03:05:05 GMT", NOW)).isEqualTo(Duration.ZERO);
        assertThat(Outcome.retryAfter("99999999999999999999", NOW)).isEqualTo(Backoff.MAX);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "soon", "-1", "1.5", "１２"})
    void anything_else_means_nothing(@Nullable String header) {
        assertThat(Outcome.retryAfter(header, NOW)).isNull();
    }
}
