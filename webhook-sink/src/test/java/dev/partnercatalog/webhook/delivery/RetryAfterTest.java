package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void seconds_and_dates_are_read() {
        assertThat(Outcome.retryAfter("0", NOW)).isEqualTo(Duration.ZERO);
        assertThat(Outcome.retryAfter(" 120 ", NOW)).isEqualTo(Duration.ofMinutes(2));
        assertThat(Outcome.retryAfter("Fri, 02 Jan 2026 03:05:05 GMT", NOW)).isEqualTo(Duration.ofMinutes(1));
        assertThat(Outcome.retryAfter("Fri, 02 Jan 2025 03:05:05 GMT", NOW)).isNull(); // not a Friday
        assertThat(Outcome.retryAfter("Thu, 02 Jan 2025 03:05:05 GMT", NOW)).isEqualTo(Duration.ZERO);
        assertThat(Outcome.retryAfter("99999999999999999999", NOW)).isEqualTo(Backoff.MAX);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "1.5", "１２"})
    void anything_else_means_nothing(String header) {
        assertThat(Outcome.retryAfter(header, NOW)).isNull();
    }

    @Test
    void absent_means_nothing() {
        assertThat(Outcome.retryAfter(null, NOW)).isNull();
    }
}
