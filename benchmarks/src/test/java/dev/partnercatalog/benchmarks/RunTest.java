package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunTest {

    @Test
    void something_is_warm_once_three_rounds_in_a_row_differ_by_less_than_a_tenth() {
        assertThat(Run.isWarm(List.of())).isFalse();
        assertThat(Run.isWarm(List.of(100.0, 100.0))).isFalse();
        assertThat(Run.isWarm(List.of(100.0, 105.0, 111.0))).isFalse();
        assertThat(Run.isWarm(List.of(50.0, 100.0, 109.0, 101.0))).isTrue();
    }
}
