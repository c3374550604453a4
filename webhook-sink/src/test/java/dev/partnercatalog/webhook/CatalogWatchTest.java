package dev.partnercatalog.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.progress.PartitionProgress.OffsetRow;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import dev.partnercatalog.webhook.state.SinkState.TaskRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A task compares nothing before it knows enough of the catalog, and everything if it may have missed deletions (D38). */
class CatalogWatchTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final TopicPartition ENTRIES = new TopicPartition("company-variants", 0);
    private static final TopicPartition LISTINGS = new TopicPartition("sku-barcodes", 0);
    private static final TopicPartition PARTNERS = new TopicPartition("partner-configs", 0);

    private final Queue<CompletableFuture<Map<TopicPartition, Long>>> asked = new ArrayDeque<>();
    private final TableProgress progress = new TableProgress(new TopicSettings("", 1, (short) 1));
    private boolean compiled = true;
    private final AtomicReference<Instant> time = new AtomicReference<>(NOW);
    private final CatalogWatch watch =
            new CatalogWatch(TopicSettings.TOMBSTONE_RETENTION, progress, this::ask, () -> compiled, time::get);
    private final CatalogWatch.Gate gate = watch.gate(0);
    private final SinkCatalog catalog = CatalogInTest.none();
    private final TaskRow row = new TaskRow(FeedPosition.NOTHING, 0, NOW.toEpochMilli(), catalog.topics());

    private Future<Map<TopicPartition, Long>> ask(int partition) {
        CompletableFuture<Map<TopicPartition, Long>> ends = new CompletableFuture<>();
        asked.add(ends);
        return ends;
    }

    private void reached(TopicPartition partition, long position) {
        progress.of(partition).applied(new OffsetRow(position, position));
    }

    @Test
    void a_task_must_know_both_sources_and_the_configurations_to_the_ends_that_they_had_when_it_began() {
        assertThat(gate.isOpen()).as("the ends aren't known").isFalse();
        asked.remove().complete(Map.of(ENTRIES, 7L, LISTINGS, 0L, PARTNERS, 3L));
        assertThat(gate.isOpen()).isFalse();
        reached(ENTRIES, 7);
        assertThat(gate.isOpen()).as("the configurations aren't known").isFalse();
        progress.applied(PARTNERS, 1);
        assertThat(gate.isOpen()).isFalse();
        progress.applied(PARTNERS, 2);
        assertThat(watch.isComplete()).isFalse();
        assertThat(gate.isOpen()).isTrue();
        assertThat(watch.isComplete()).isTrue();
        assertThat(asked).isEmpty();
    }

    @Test
    void configurations_that_have_arrived_must_be_in_effect() {
        asked.remove().complete(Map.of(PARTNERS, 0L));
        compiled = false;
        assertThat(gate.isOpen()).isFalse();
        compiled = true;
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void brokers_that_do_not_answer_are_asked_again() {
        asked.remove().completeExceptionally(new TimeoutException("no answer"));
        assertThat(gate.isOpen()).isFalse();
        assertThat(gate.isOpen()).isFalse();
        asked.remove().complete(Map.of(ENTRIES, 0L));
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void a_task_that_is_closed_holds_up_nobody() {
        assertThat(gate.isOpen()).isFalse();
        gate.close();
        assertThat(watch.isComplete()).isTrue();
    }

    @Test
    @DisplayName("D38: a short absence costs nothing")
    void a_short_absence_costs_nothing() {
        time.set(NOW.plus(Duration.ofDays(6)));
        assertThat(watch.isOutdated(row, catalog)).isFalse();
        assertThat(watch.isOutdated(null, catalog)).isFalse();
    }

    @Test
    @DisplayName(
            "D38: if the sinks were away for longer than their sources keep deletions, everything is compared anew")
    void after_a_long_absence_everything_is_compared_anew() {
        time.set(NOW.plus(Duration.ofDays(7)));
        assertThat(watch.isOutdated(row, catalog)).isTrue();
    }

    @Test
    void if_a_topic_was_made_anew_everything_is_compared_anew() {
        TaskRow ofAnother = new TaskRow(
                row.read(),
                0,
                row.caughtUpAt(),
                List.of("another", catalog.topics().get(1)));
        assertThat(watch.isOutdated(ofAnother, catalog)).isTrue();
    }
}
