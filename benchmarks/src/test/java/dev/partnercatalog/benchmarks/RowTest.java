package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {

    @Test
    void the_ratio_is_the_median_of_the_rounds_ratios() {
        Row.Result result = Row.Result.of(Row.BATCH_GET, List.of(50.0, 90.0, 60.0), List.of(100.0, 100.0, 100.0));
        assertThat(result.figure()).isEqualTo(0.6);
        assertThat(result.ours()).isEqualTo(60);
        assertThat(result.against()).isEqualTo(100);
        assertThat(result.spread()).isCloseTo(0.4 / 0.6, within(1e-9));
        assertThat(result.reachesGoal()).isFalse();
        assertThat(result.line()).contains("batch-get", "requests/s", "0.600", "≥ 0.65", "missed", "67%");
    }

    @Test
    void a_row_without_a_counterpart_is_held_to_its_own_figure_and_one_without_a_goal_to_none() {
        assertThat(Row.Result.of(Row.RECORDS_EVENT, List.of(4.4), List.of()).reachesGoal())
                .isTrue();
        assertThat(Row.Result.of(Row.RECORDS_EVENT, List.of(4.6), List.of()).reachesGoal())
                .isFalse();
        assertThat(Row.Result.of(Row.CPU_CHANGE, List.of(9.0), List.of(1.0)).reachesGoal())
                .isTrue();
    }

    @Test
    void a_name_is_that_of_its_row_or_of_all_rows_that_continue_it() {
        assertThat(Row.named("batch-get")).containsExactly(Row.BATCH_GET);
        assertThat(Row.named("end-to-end-100")).containsExactly(Row.END_TO_END_100_P50, Row.END_TO_END_100_P99);
        assertThat(Row.named("no-row")).isEmpty();
    }
}
