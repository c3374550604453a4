package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("D26: backoff")
class BackoffTest {

    private final Backoff backoff = new Backoff(new Random(42));

    @RepeatedTest(50)
    void pauses_double_from_1_s_up_to_10_min_give_or_take_a_quarter() {
        for (int failures = 1; failures < 200; failures++) {
            double expected = Math.min(600, Math.pow(2, failures - 1));
            assertThat(backoff.delay(failures, null).toMillis() / 1000.0)
                    .isBetween(Math.max(1, expected * 0.75), Math.min(600, expected * 1.25));
        }
    }

    @Test
    void endpoints_that_fail_together_are_not_retried_together() {
        assertThat(IntStream.range(0, 100).mapToObj(i -> backoff.delay(8, null)).distinct())
                .hasSizeGreaterThan(90);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "7, 7", "600, 600", "601, 600", "86400, 600"})
    void what_the_endpoint_asks_for_counts_within_the_bounds(long asked, long granted) {
        assertThat(backoff.delay(3, Duration.ofSeconds(asked))).isEqualTo(Duration.ofSeconds(granted));
    }
}
