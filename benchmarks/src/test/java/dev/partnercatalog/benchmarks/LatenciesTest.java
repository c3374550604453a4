package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    private static final long MILLI = 1_000_000;
    private static final int FIRST = 1_000;
    private static final int THINGS = 2;

    private final Latencies latencies = new Latencies(Marker.BPD, FIRST, 4, THINGS);

    @Test
    void a_change_brings_those_of_the_same_thing_that_it_replaced() {
        due();
        latencies.arrived(bytes(FIRST + 2), 10 * MILLI);
        assertThat(latencies.missing()).startsWith("2 of 4");
        latencies.arrived(bytes(FIRST + 3), 20 * MILLI);
        assertThat(latencies.missing()).isEmpty();
        assertThat(latencies.percentile(0)).isEqualTo(10);
        assertThat(latencies.percentile(50)).isEqualTo(20);
    }

    @Test
    void the_first_arrival_of_a_change_counts() {
        due();
        latencies.arrived(bytes(FIRST), 5 * MILLI);
        latencies.arrived(bytes(FIRST), 7 * MILLI);
        latencies.arrived(bytes(FIRST + 2), 9 * MILLI);
        latencies.arrived(bytes(FIRST + 3), 9 * MILLI);
        assertThat(latencies.missing()).isEmpty();
        assertThat(latencies.percentile(0)).isEqualTo(5);
        assertThat(latencies.percentile(25)).isEqualTo(9);
    }

    @Test
    void what_came_before_and_what_comes_after_a_round_does_not_count() {
        due();
        latencies.arrived(bytes(FIRST - 1), MILLI);
        latencies.arrived(bytes(FIRST + 4), MILLI);
        assertThat(latencies.missing()).startsWith("4 of 4");
    }

    private void due() {
        for (int i = 0; i < 4; i++) {
            latencies.due(FIRST + i, 0);
        }
    }

    private static byte[] bytes(int change) {
        return ("a name " + Marker.BPD.text(change)).getBytes(StandardCharsets.UTF_8);
    }
}
