package dev.partnercatalog.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import dev.partnercatalog.webhook.state.TaskRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** D38: if the sinks were away for longer than their sources keep deletions, everything is compared anew. */
class CatalogWatchTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

    private final AtomicReference<Instant> time = new AtomicReference<>(NOW);
    private final CatalogWatch watch = new CatalogWatch(TopicSettings.TOMBSTONE_RETENTION, () -> null, time::get);
    private final SinkCatalog catalog = CatalogInTest.none();
    private final TaskRow row = new TaskRow(FeedPosition.NOTHING, 0, NOW.toEpochMilli(), catalog.topics());

    @Test
    void a_short_absence_costs_nothing() {
        time.set(NOW.plus(Duration.ofDays(6)));
        assertThat(watch.isOutdated(row, catalog)).isFalse();
        assertThat(watch.isOutdated(null, catalog)).isFalse();
    }

    @Test
    void after_a_long_absence_everything_is_compared_anew() {
        time.set(NOW.plus(Duration.ofDays(7)));
        assertThat(watch.isOutdated(row, catalog)).isTrue();
    }

    @Test
    void if_a_topic_was_made_anew_everything_is_compared_anew() {
        TaskRow ofAnother = new TaskRow(
                row.read(), 0, row.whole(), List.of("another", catalog.topics().get(1)));
        assertThat(watch.isOutdated(ofAnother, catalog)).isTrue();
    }
}
