package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClockCheckTest {

    private final List<String> ends = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final ClockCheck check = new ClockCheck(() -> now, ends::add);

    @Test
    void a_process_whose_clock_was_set_back_ends_and_logs_by_how_much() {
        after(Duration.ofSeconds(1));
        after(Duration.ofHours(-3));
        assertThat(ends)
                .containsExactly("its clock was set back by 10800 s, and Kafka's clients would stop for as long");
    }

    @Test
    void a_clock_set_back_before_the_first_check_counts() {
        after(Duration.ofSeconds(-11));
        assertThat(ends).hasSize(1);
    }

    @Test
    void many_small_steps_back_count_together() {
        after(Duration.ofSeconds(-4));
        after(Duration.ofSeconds(-4));
        assertThat(ends).isEmpty();
        after(Duration.ofSeconds(-4));
        assertThat(ends).hasSize(1);
    }

    @Test
    void a_clock_that_is_set_ahead_or_corrected_by_seconds_ends_nothing() {
        after(Duration.ofDays(8));
        after(Duration.ofSeconds(-10));
        after(Duration.ofSeconds(11));
        after(Duration.ofSeconds(-10));
        assertThat(ends).isEmpty();
    }

    private void after(Duration time) {
        now = now.plus(time);
        check.look();
    }
}
