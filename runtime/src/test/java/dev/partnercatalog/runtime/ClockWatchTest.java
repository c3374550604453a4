package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClockWatchTest {

    private final List<String> ends = new ArrayList<>();
    private Instant time = Instant.parse("2026-01-01T00:00:00Z");
    private final ClockWatch watch = new ClockWatch(() -> time, ends::add);

    @Test
    void a_process_whose_clock_was_set_back_ends_and_logs_by_how_much() {
        step(Duration.ofSeconds(1));
        step(Duration.ofHours(-3));
        assertThat(ends)
                .containsExactly("its clock was set back by 10800 s, and Kafka's clients would stop for as long");
    }

    @ParameterizedTest
    @CsvSource({"-11, 1", "-4 -4, 0", "-4 -4 -4, 1", "691200 -10 11 -10, 0"})
    void a_process_ends_if_its_clock_is_set_back_by_more_than_ten_seconds_in_all(String steps, int ended) {
        for (String seconds : List.of(steps.split(" "))) {
            step(Duration.ofSeconds(Long.parseLong(seconds)));
        }
        assertThat(ends).hasSize(ended);
    }

    private void step(Duration change) {
        time = time.plus(change);
        watch.check();
    }
}
