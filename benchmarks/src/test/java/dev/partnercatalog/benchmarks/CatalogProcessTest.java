package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatalogProcessTest {

    private static final String TEXT = """
            # TYPE due gauge
            due{partner="a"} 3.0
            due{partner="ab"} 1.5E1
            due_total 7.0
            """;

    @Test
    void a_metric_is_summed_over_its_series() {
        assertThat(CatalogProcess.sum(TEXT, "due")).isEqualTo(18);
        assertThat(CatalogProcess.sum(TEXT, "due_total")).isEqualTo(7);
    }

    @Test
    void one_series_can_be_asked_for_and_some_by_how_a_label_begins() {
        assertThat(CatalogProcess.sum(TEXT, "due{partner=\"a\"}")).isEqualTo(3);
        assertThat(CatalogProcess.sum(TEXT, "due{partner=\"a")).isEqualTo(18);
    }

    @Test
    void a_metric_that_is_not_there_is_no_zero() {
        assertThat(CatalogProcess.sum(TEXT, "oldest")).isNaN();
    }
}
