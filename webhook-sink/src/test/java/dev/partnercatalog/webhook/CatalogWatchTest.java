package dev.partnercatalog.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.store.WholeTimes;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.state.ComparisonProgress;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.state.SinkState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** D38: if the sinks were away for longer than their sources keep deletions, everything is compared anew. */
class CatalogWatchTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final ComparisonProgress COMPARED =
            ComparisonProgress.begun(Hash.NONE, 1).whole();
    private static final TopicPartition ENTRIES = new TopicPartition("entries", 0);
    private static final TopicPartition LISTINGS = new TopicPartition("listings", 0);

    private final AtomicReference<Instant> time = new AtomicReference<>(NOW);
    private final WholeTimes inputs = WholeTimes.none();
    private final CatalogWatch watch = new CatalogWatch(TopicSettings.TOMBSTONE_RETENTION, inputs, time::get);
    private final SinkState state = new SinkState(new MemoryStore(), CatalogInTest.none());

    @BeforeEach
    void compare() {
        watch.judge(state, 0);
        assertThat(state.age().whole()).isEqualTo(NOW);
        state.putCompared("p", 1, COMPARED);
    }

    @Test
    void a_short_absence_costs_nothing() {
        time.set(NOW.plus(Duration.ofDays(6)));
        watch.judge(state, 0);
        assertThat(state.compared("p")).isEqualTo(Map.of(1L, COMPARED));
    }

    @Test
    void after_a_long_absence_each_company_is_compared_anew() {
        time.set(NOW.plus(Duration.ofDays(7)));
        watch.judge(state, 0);
        assertThat(state.compared("p"))
                .isEqualTo(Map.of(
                        1L,
                        ComparisonProgress.begun(
                                Hash.NONE, Objects.requireNonNull(time.get()).toEpochMilli())));
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
