package dev.partnercatalog.webhook.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.RowStore.Family;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store remembers from one start to the next. */
class CatalogStoreTest {

    private static final ScopedVariant A = new ScopedVariant(new Scope.Company(1), "a");
    private static final ScopedVariant B = new ScopedVariant(new Scope.Company(1), "b");
    private static final TopicPartition TOPIC = new TopicPartition("catalog.company-variants", 0);
    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

    private final AtomicReference<Instant> time = new AtomicReference<>(NOW);
    private final RocksDbMemory memory = new RocksDbMemory(16L << 20);
    private Uuid topic = Uuid.ONE_UUID;

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void stop() {
        memory.close();
    }

    private EntryStore open() {
        EntryStore store =
                CatalogInTest.stores(topic, time::get, memory).entries().build();
        store.open(folder, 0);
        return store;
    }

    private static void put(EntryStore store, ScopedVariant variant, long offset) {
        CatalogStore.Origin origin = new CatalogStore.Origin(offset, NOW.toEpochMilli(), PublicationTime.UNKNOWN);
        var unused = store.put(variant, new byte[] {1}, origin);
    }

    private void fill() {
        EntryStore store = open();
        assertThat(store.committedOffset(TOPIC)).isNull();
        put(store, A, 3);
        store.commit(Map.of(TOPIC, 7L));
        assertThat(store.committedOffset(TOPIC)).isEqualTo(7);
        store.close();
    }

    @Test
    void it_knows_which_records_it_holds() {
        fill();
        EntryStore again = open();
        assertThat(again.position()).isEqualTo(7);
        assertThat(again.image(A)).isNotNull();
        again.close();
    }

    @Test
    void what_was_taken_after_the_last_commit_can_be_read_and_is_taken_again_by_the_next_one() {
        EntryStore store = open();
        put(store, A, 3);
        store.commit(Map.of(TOPIC, 3L));
        put(store, B, 4);
        assertThat(store.image(B)).isNotNull();
        assertThat(store.position()).isEqualTo(4);
        store.close();
        EntryStore again = open();
        assertThat(again.position()).isEqualTo(3);
        assertThat(again.image(A)).isNotNull();
        assertThat(again.image(B)).isNull();
        again.close();
    }

    @Test
    void so_much_as_is_worth_it_is_written_before_the_next_commit() {
        EntryStore store = open();
        for (int offset = 0; offset < 1_000; offset++) {
            put(store, new ScopedVariant(new Scope.Company(1), "b" + offset), offset);
        }
        store.close();
        EntryStore again = open();
        assertThat(again.position()).isBetween(500L, 999L);
        assertThat(CatalogInTest.count(again, Family.RECORDS)).isEqualTo((int) again.position() + 1);
        again.close();
    }

    @Test
    void it_knows_what_changed_since_an_offset_each_variant_once() {
        EntryStore store = open();
        put(store, A, 3);
        put(store, B, 4);
        put(store, A, 6);
        store.commit(Map.of(TOPIC, 6L));
        store.close();

        EntryStore again = open();
        assertThat(again.changesAfter(CatalogStore.NOTHING, 10))
                .extracting(change -> change.origin().offset(), CatalogStore.Change::variant)
                .containsExactly(tuple(4L, B.atAllOfCompany()), tuple(6L, A.atAllOfCompany()));
        assertThat(again.changesAfter(4, 10)).hasSize(1);
        assertThat(again.changesAfter(CatalogStore.NOTHING, 1)).hasSize(1);
        assertThat(again.changesAfter(6, 10)).isEmpty();
        again.close();
    }

    @Test
    void one_that_was_away_for_too_long_is_made_anew_and_one_that_was_not_stays() {
        fill();
        time.set(NOW.plus(Duration.ofDays(5)));
        EntryStore again = open();
        assertThat(again.position()).isEqualTo(7);
        again.noteWhole(NOW.plus(Duration.ofDays(4)));
        again.close();
        time.set(NOW.plus(Duration.ofDays(9)));
        again = open();
        assertThat(again.position()).isEqualTo(7);
        again.close();
        time.set(NOW.plus(Duration.ofDays(11)));
        again = open();
        assertThat(again.position()).isEqualTo(CatalogStore.NOTHING);
        assertThat(again.committedOffset(TOPIC)).isNull();
        assertThat(again.image(A)).isNull();
        again.close();
    }

    @Test
    void one_of_another_topic_with_the_same_name_is_made_anew() {
        fill();
        topic = Uuid.randomUuid();
        EntryStore again = open();
        assertThat(again.position()).isEqualTo(CatalogStore.NOTHING);
        assertThat(again.image(A)).isNull();
        again.close();
    }
}
