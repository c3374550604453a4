package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {

    @Test
    void the_ratio_is_the_median_of_the_rounds_ratios() {
        Row.Result result = Row.Result.of(Row.BATCH_GET, List.of(50.0, 90.0, 60.0), List.of(100.0, 100.0, 100.0));
        assertThat(result.ratio()).isEqualTo(0.6);
        assertThat(result.ours()).isEqualTo(60);
        assertThat(result.against()).isEqualTo(100);
        assertThat(result.spread()).isCloseTo(0.4 / 0.6, within(1e-9));
        assertThat(result.reachesGoal()).isFalse();
        assertThat(result.line()).contains("batch-get", "requests/s", "0.600", "≥ 0.75", "missed");
    }

    @Test
    void of_an_even_number_of_rounds_the_middle_two_count() {
        Row.Result result = Row.Result.of(Row.CHANGES, List.of(1.0, 2.0, 3.0, 10.0), List.of(1.0, 1.0, 1.0, 1.0));
        assertThat(result.ratio()).isEqualTo(2.5);
        assertThat(result.reachesGoal()).isTrue();
        assertThat(result.line()).doesNotContain("missed");
    }

    @Test
    void a_name_stands_for_its_row_or_for_all_rows_that_continue_it() {
        assertThat(Row.named("batch-get")).containsExactly(Row.BATCH_GET);
        assertThat(Row.named("end-to-end-100")).containsExactly(Row.END_TO_END_100_P50, Row.END_TO_END_100_P99);
        assertThat(Row.named("no-row")).isEmpty();
    }
}
