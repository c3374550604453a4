package dev.partnercatalog.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.store.WholeTimes;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.state.FeedPosition;
import dev.partnercatalog.webhook.state.TaskRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

/** D38: if the sinks were away for longer than their sources keep deletions, everything is compared anew. */
class CatalogWatchTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final TopicPartition ENTRIES = new TopicPartition("entries", 0);
    private static final TopicPartition LISTINGS = new TopicPartition("listings", 0);

    private final AtomicReference<Instant> time = new AtomicReference<>(NOW);
    private final WholeTimes inputs = WholeTimes.none();
    private final CatalogWatch watch = new CatalogWatch(TopicSettings.TOMBSTONE_RETENTION, inputs, time::get);
    private final SinkCatalog catalog = CatalogInTest.none();
    private final TaskRow row = new TaskRow(
            FeedPosition.NOTHING,
            0,
            NOW.toEpochMilli(),
            List.of(catalog.entries().topicId(), catalog.listings().topicId()));

    @Test
    void a_short_absence_costs_nothing() {
        time.set(NOW.plus(Duration.ofDays(6)));
        assertThat(watch.isOutdated(row, catalog, 0)).isFalse();
        assertThat(watch.isOutdated(null, catalog, 0)).isFalse();
    }

    @Test
    void after_a_long_absence_everything_is_compared_anew() {
        time.set(NOW.plus(Duration.ofDays(7)));
        assertThat(watch.isOutdated(row, catalog, 0)).isTrue();
    }

    @Test
    void if_a_topic_was_made_anew_everything_is_compared_anew() {
        TaskRow ofAnother = new TaskRow(
                row.read(),
                0,
                row.whole(),
                List.of(Uuid.randomUuid(), catalog.listings().topicId()));
        assertThat(watch.isOutdated(ofAnother, catalog, 0)).isTrue();
    }

    @Test
    void only_what_both_sources_held_counts() {
        Instant later = NOW.plus(Duration.ofHours(1));
        inputs.at(ENTRIES.topic(), 0, 3, 3, later);
        assertThat(watch.whole(ENTRIES, LISTINGS)).isNull();
        inputs.at(LISTINGS.topic(), 0, 3, 3, later.plusSeconds(1));
        assertThat(watch.whole(ENTRIES, LISTINGS)).isEqualTo(later);
    }
}
