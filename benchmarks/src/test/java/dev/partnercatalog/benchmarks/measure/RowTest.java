package dev.partnercatalog.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {

    @Test
    void the_ratio_is_the_median_of_the_rounds_ratios() {
        Row row = Row.of(
                "r", "requests/s", List.of(50.0, 90.0, 60.0), List.of(100.0, 100.0, 100.0), 0.7, Row.Better.HIGHER);
        assertThat(row.ratio()).isEqualTo(0.6);
        assertThat(row.ours()).isEqualTo(60);
        assertThat(row.against()).isEqualTo(100);
        assertThat(row.spread()).isCloseTo(0.4 / 0.6, within(1e-9));
        assertThat(row.reachesGoal()).isFalse();
    }

    @Test
    void of_an_even_number_of_rounds_the_middle_two_count() {
        Row row = Row.of("r", "ms", List.of(1.0, 2.0, 3.0, 10.0), List.of(1.0, 1.0, 1.0, 1.0), 2.5, Row.Better.LOWER);
        assertThat(row.ratio()).isEqualTo(2.5);
        assertThat(row.reachesGoal()).isTrue();
    }

    @Test
    void the_report_tells_every_field_of_a_row() throws IOException {
        Row row = Row.of("batch-get", "requests/s", List.of(70.0), List.of(100.0), 0.7, Row.Better.HIGHER);
        JsonNode json = new ObjectMapper().readTree(Report.json(List.of(row))).at("/rows/0");
        assertThat(json.toString())
                .isEqualTo(
                        "{\"row\":\"batch-get\",\"ours\":70.0,\"against\":100.0,\"unit\":\"requests/s\",\"ratio\":0.7,"
                                + "\"goal\":0.7,\"better\":\"higher\",\"spread\":0.0}");
        assertThat(Report.table(List.of(row)))
                .contains("batch-get", "requests/s", "0.70")
                .doesNotContain("missed");
    }
}
