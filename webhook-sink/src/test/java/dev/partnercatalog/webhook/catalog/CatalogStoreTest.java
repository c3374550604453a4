package dev.partnercatalog.webhook.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.variant.VariantKeys;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store remembers from one start to the next. */
class CatalogStoreTest {

    private static final ScopedVariant A = new ScopedVariant(new Scope.Company(1), "a");
    private static final ScopedVariant B = new ScopedVariant(new Scope.Company(1), "b");
    private static final TopicPartition TOPIC = new TopicPartition("catalog.company-variants", 0);
    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");

    private final RocksDbMemory memory = new RocksDbMemory(16L << 20);

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void stop() {
        memory.close();
    }

    private EntryStore open() {
        EntryStore store = CatalogInTest.stores(() -> NOW, memory).entries;
        store.open(folder);
        return store;
    }

    private static void put(EntryStore store, ScopedVariant variant, long offset) {
        store.put(
                VariantKeys.encode(variant),
                new byte[] {1},
                new CatalogStore.Origin(0, offset, NOW.toEpochMilli(), PublicationTime.UNKNOWN));
        store.took(0, offset);
    }

    private static boolean has(EntryStore store, ScopedVariant variant) {
        return store.rows().get(Family.RECORDS, CatalogKeys.of(variant)) != null;
    }

    private void fill() {
        EntryStore store = open();
        assertThat(store.committedOffset(TOPIC)).isNull();
        put(store, A, 6);
        store.endOfPoll();
        assertThat(store.committedOffset(TOPIC)).isEqualTo(7);
        store.close();
    }

    @Test
    void it_knows_which_records_it_holds() {
        fill();
        EntryStore again = open();
        assertThat(again.position(0)).isEqualTo(6);
        assertThat(has(again, A)).isTrue();
        again.close();
    }

    @Test
    void what_is_not_written_at_the_end_of_a_poll_is_taken_again() {
        EntryStore store = open();
        put(store, A, 3);
        store.endOfPoll();
        put(store, B, 4);
        assertThat(has(store, B)).isFalse();
        assertThat(store.position(0)).isEqualTo(3);
        store.close();
        EntryStore again = open();
        assertThat(again.position(0)).isEqualTo(3);
        assertThat(has(again, A)).isTrue();
        assertThat(has(again, B)).isFalse();
        again.close();
    }

    @Test
    void a_record_that_the_store_holds_changes_nothing() {
        EntryStore store = open();
        put(store, A, 5);
        store.endOfPoll();
        put(store, B, 4);
        put(store, B, 5);
        store.endOfPoll();
        assertThat(has(store, B)).isFalse();
        assertThat(store.position(0)).isEqualTo(5);
        store.close();
    }

    @Test
    void so_much_as_is_worth_it_is_written_before_the_poll_ends() {
        EntryStore store = open();
        for (int offset = 0; offset < 1_000; offset++) {
            put(store, new ScopedVariant(new Scope.Company(1), "b" + offset), offset);
        }
        store.close();
        EntryStore again = open();
        assertThat(again.position(0)).isBetween(500L, 999L);
        assertThat(CatalogInTest.count(again, Family.RECORDS)).isEqualTo((int) again.position(0) + 1);
        again.close();
    }

    @Test
    void it_knows_what_changed_since_an_offset_each_variant_once() {
        EntryStore store = open();
        put(store, A, 3);
        put(store, B, 4);
        put(store, A, 6);
        store.endOfPoll();
        store.close();

        EntryStore again = open();
        assertThat(again.changesAfter(0, CatalogStore.NOTHING, 10))
                .extracting(change -> change.origin().offset(), CatalogStore.Change::variant)
                .containsExactly(tuple(4L, B.atAllOfCompany()), tuple(6L, A.atAllOfCompany()));
        assertThat(again.changesAfter(0, 4, 10)).hasSize(1);
        assertThat(again.changesAfter(0, CatalogStore.NOTHING, 1)).hasSize(1);
        assertThat(again.changesAfter(0, 6, 10)).isEmpty();
        again.close();
    }
}
