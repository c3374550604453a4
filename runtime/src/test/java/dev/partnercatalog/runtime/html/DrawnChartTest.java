package dev.partnercatalog.runtime.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.html.Chart.Point;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrawnChartTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    @Test
    void the_axes_have_round_amounts_and_the_time_of_day() {
        assertThat(chart(new Point(NOON.minusSeconds(3600), 12), new Point(NOON, 37)))
                .contains(">0</text>", ">25</text>", ">50</text>")
                .contains(">11:00</text>", ">11:30 UTC</text>", ">12:00</text>")
                .contains(">before 12</text>", ">now 37</text>");
    }

    @Test
    void large_amounts_are_shortened_at_the_axis_and_whole_where_they_are_told() {
        assertThat(chart(new Point(NOON.minusSeconds(60), 0), new Point(NOON, 123_456)))
                .contains(">100k</text>", ">200k</text>", ">now 123,456</text>", ">11:59:30 UTC</text>");
    }

    @Test
    void nothing_at_all_is_a_line_at_the_bottom() {
        assertThat(chart(new Point(NOON.minusSeconds(60), 0), new Point(NOON, 0)))
                .contains("M84.0 184L640.0 184", ">1</text>");
    }

    @Test
    void it_is_told_in_words_too() {
        assertThat(chart(new Point(NOON.minusSeconds(600), 3), new Point(NOON, 5)))
                .contains("aria-label=\"Due: from 3 10 min ago to 5 now, at most 5\"");
    }

    private static String chart(Point... points) {
        return Chart.of("Due", List.of(points)).toString();
    }
}
