package dev.partnercatalog.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EndOffsetsTest {

    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    private final EndOffsets ends = new EndOffsets();

    @Test
    void a_rate_takes_two_looks() {
        add(0, 100);
        assertThat(ends.rates()).isEmpty();
        add(5, 150);
        assertThat(ends.rates()).containsEntry(CatalogTopic.LISTINGS, 10.0);
    }

    @Test
    void what_is_older_than_the_window_counts_no_more() {
        add(0, 0);
        for (int second = 5; second <= 60; second += 5) {
            add(second, 1_000);
        }
        assertThat(ends.rates()).containsEntry(CatalogTopic.LISTINGS, 0.0);
    }

    @Test
    void a_topic_that_was_made_anew_has_no_negative_rate() {
        add(0, 100);
        add(5, 10);
        assertThat(ends.rates()).containsEntry(CatalogTopic.LISTINGS, 0.0);
    }

    private void add(int second, long end) {
        ends.add(START.plusSeconds(second), Map.of(CatalogTopic.LISTINGS, end));
    }
}
