package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    private static final int FIRST = 1_000;

    private final Latencies latencies = new Latencies(FIRST, 4, 2);

    @Test
    void a_change_brings_those_of_the_same_thing_that_it_replaced() {
        latencies.arrived(FIRST + 2, 10_000);
        assertThat(latencies.missing()).startsWith("2 of 4");
        latencies.arrived(FIRST + 3, 20_000);
        assertThat(latencies.missing()).isEmpty();
        assertThat(latencies.percentiles()).isEqualTo(List.of(20.0, 20.0));
        assertThat(latencies.percentile(0)).isEqualTo(10);
    }

    @Test
    void the_first_arrival_of_a_change_counts() {
        latencies.arrived(FIRST, 5_000);
        latencies.arrived(FIRST, 7_000);
        latencies.arrived(FIRST + 2, 9_000);
        latencies.arrived(FIRST + 3, 9_000);
        assertThat(latencies.percentile(0)).isEqualTo(5);
        assertThat(latencies.percentile(25)).isEqualTo(9);
    }

    @Test
    void what_came_before_and_what_comes_after_a_round_does_not_count() {
        latencies.arrived(FIRST - 1, 1_000);
        latencies.arrived(FIRST + 4, 1_000);
        assertThat(latencies.missing()).startsWith("4 of 4");
    }
}
