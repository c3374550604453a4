package dev.partnercatalog.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.progress.OffsetRow;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** A task compares nothing before it knows enough of the catalog. */
class CatalogGateTest {

    private static final TopicPartition ENTRIES = new TopicPartition("company-variants", 0);
    private static final TopicPartition LISTINGS = new TopicPartition("sku-barcodes", 0);
    private static final TopicPartition PARTNERS = new TopicPartition("partner-configs", 0);

    private final Queue<CompletableFuture<Map<TopicPartition, Long>>> asked = new ArrayDeque<>();
    private final TableProgress progress = new TableProgress(new TopicSettings("", 1, (short) 1));
    private final CatalogWatch watch =
            new CatalogWatch(TopicSettings.TOMBSTONE_RETENTION, () -> null, InstantSource.system());
    private boolean compiled = true;
    private final CatalogGate gate = new CatalogGate(this::ask, progress, () -> compiled, watch);

    private Future<Map<TopicPartition, Long>> ask() {
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
}
