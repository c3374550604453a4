package dev.partnercatalog.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.store.WholeTimes;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.membership.Membership;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A task compares nothing before it knows enough of the catalog. */
class CatalogGateTest {

    private static final TopicPartition ENTRIES = new TopicPartition("entries", 0);
    private static final TopicPartition LISTINGS = new TopicPartition("listings", 0);

    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final Map<TopicPartition, Long> given = new HashMap<>();
    private final CatalogWatch watch =
            new CatalogWatch(TopicSettings.TOMBSTONE_RETENTION, WholeTimes.none(), InstantSource.system());
    private final CatalogInTest kept = CatalogInTest.open();
    private boolean configured = true;
    private final SinkCatalog catalog = kept.catalog();
    /** A thread that has fetched, and was given all up to some records. */
    private final Membership membership = new Membership() {
        @Override
        public boolean isConfirmedSince(long nanoTime) {
            return true;
        }

        @Override
        public boolean holds() {
            return true;
        }

        @Override
        public OptionalLong end(TopicPartition partition) {
            Long end = ends.get(partition);
            return end == null ? OptionalLong.empty() : OptionalLong.of(end);
        }

        @Override
        public OptionalLong lastBefore(TopicPartition partition, long end) {
            Long last = given.get(partition);
            return last == null ? OptionalLong.empty() : OptionalLong.of(last);
        }
    };

    private final CatalogGate gate = new CatalogGate(catalog, ENTRIES, LISTINGS, membership, () -> configured, watch);

    @AfterEach
    void stop() {
        kept.giveBack();
    }

    @Test
    void a_task_must_have_read_both_sources_to_the_ends_that_they_had_when_it_began() {
        assertThat(gate.isOpen()).as("the ends aren't known").isFalse();
        ends.put(ENTRIES, 7L);
        ends.put(LISTINGS, 0L);
        given.put(LISTINGS, -1L);
        assertThat(gate.isOpen()).as("not all of it was given").isFalse();
        given.put(ENTRIES, 5L);
        catalog.entries().passed(4);
        assertThat(gate.isOpen()).as("what was given isn't processed").isFalse();
        assertThat(watch.isComplete()).isFalse();
        ends.put(ENTRIES, 100L);
        given.put(ENTRIES, 99L);
        catalog.entries().passed(5);
        assertThat(gate.isOpen()).as("that the end moves on doesn't matter").isTrue();
        assertThat(watch.isComplete()).isTrue();
    }

    @Test
    void what_was_restored_counts_as_processed() {
        catalog.listings().passed(5);
        ends.putAll(Map.of(ENTRIES, 0L, LISTINGS, 6L));
        given.putAll(Map.of(ENTRIES, -1L, LISTINGS, 5L));
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void a_task_must_know_the_configurations_that_there_were_when_it_began() {
        configured = false;
        ends.putAll(Map.of(ENTRIES, 0L, LISTINGS, 0L));
        given.putAll(Map.of(ENTRIES, -1L, LISTINGS, -1L));
        assertThat(gate.isOpen()).isFalse();
        configured = true;
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void a_task_that_is_closed_holds_up_nobody() {
        assertThat(gate.isOpen()).isFalse();
        gate.close();
        assertThat(watch.isComplete()).isTrue();
    }
}
