package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChangeIndexTest {

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final Scope SCOPE = new Scope(7, 70);
    private static final Scope OTHER = Scope.ofCompany(7);
    private static final long KEPT = 64_000;

    private final KeyValueStore<Bytes, byte[]> disk =
            Stores.inMemoryKeyValueStore("store").get();
    private final ChangeIndex index = new ChangeIndex(disk);

    @BeforeEach
    void open() {
        index.open();
    }

    @Test
    void nothing_is_recorded_or_known_before_the_store_was_complete_once() {
        add(SCOPE, "A", 10);
        assertThat(changes(index, SCOPE)).isEmpty();
        assertThat(index.reaches(10)).isFalse();
        index.whole(6);
        add(SCOPE, "A", 12);
        assertThat(changes(index, SCOPE)).containsExactly("A@12");
        assertThat(index.reaches(11)).isFalse();
        assertThat(index.reaches(12)).isTrue();
    }

    @Test
    void the_latest_change_of_each_barcode_is_returned_in_order_of_time_only_at_its_scope() {
        index.whole(0);
        add(SCOPE, "A", 2);
        add(SCOPE, "B", 4);
        add(OTHER, "A", 5);
        add(SCOPE, "A", 6);
        assertThat(changes(index, SCOPE)).containsExactly("B@4", "A@6");
        assertThat(changes(index, OTHER)).containsExactly("A@5");
        assertThat(changes(index, new Scope(7, 71))).isEmpty();
    }

    @Test
    void records_that_are_read_again_undo_no_later_change() {
        index.whole(0);
        add(SCOPE, "A", 9);
        add(SCOPE, "A", 4);
        assertThat(changes(index, SCOPE)).containsExactly("A@9");
    }

    @Test
    void a_reopened_store_knows_what_it_knew() {
        index.whole(3);
        add(SCOPE, "A", 8);
        index.maintain(1_000, 5, KEPT);
        ChangeIndex again = new ChangeIndex(disk);
        again.open();
        again.whole(100);
        assertThat(again.reaches(6)).isTrue();
        assertThat(changes(again, SCOPE)).containsExactly("A@8");
        again.maintain(1_000 + KEPT, 9, KEPT);
        assertThat(again.reaches(9)).isFalse();
        assertThat(again.reaches(10)).isTrue();
        assertThat(changes(again, SCOPE)).isEmpty();
    }

    @Test
    void a_store_that_was_closed_for_longer_than_moves_are_kept_knows_nothing_from_before() {
        long kept = Duration.ofDays(7).toMillis();
        index.whole(0);
        add(SCOPE, "A", 8);
        index.maintain(1_000, 5, kept);
        ChangeIndex soon = new ChangeIndex(disk);
        soon.open();
        soon.maintain(1_000 + Duration.ofHours(23).toMillis(), 7, kept);
        assertThat(soon.reaches(0)).isTrue();
        ChangeIndex late = new ChangeIndex(disk);
        late.open();
        late.maintain(1_000 + Duration.ofDays(2).toMillis(), 20, kept);
        assertThat(late.reaches(39)).isFalse();
        assertThat(late.reaches(40)).isTrue();
    }

    /** The model keeps all changes with their times, and forgets by the clock. */
    @Test
    void what_the_index_claims_to_know_is_complete_however_the_clock_moves() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 30; seed++) {
            var random = new SplittableRandom(seed);
            KeyValueStore<Bytes, byte[]> store =
                    Stores.inMemoryKeyValueStore("store").get();
            ChangeIndex changing = new ChangeIndex(store);
            changing.open();
            changing.whole(0);
            Map<String, Long> latest = new LinkedHashMap<>();
            TreeMap<Long, Long> times = new TreeMap<>();
            long now = 1_000_000;
            for (long offset = 0; offset < 2_000; offset++) {
                now += random.nextInt(20) == 0 ? random.nextLong(5_000) : random.nextLong(100);
                String barcode = "b-" + random.nextInt(300);
                RowBatch batch = new RowBatch(store);
                changing.add(batch, SCOPE, barcode, ChangeIndex.sequence(offset));
                batch.write();
                latest.put(barcode, ChangeIndex.sequence(offset));
                times.put(ChangeIndex.sequence(offset), now);
                if (random.nextInt(5) == 0) {
                    changing.maintain(now, offset + 1, KEPT);
                }
                long since = random.nextLong(2 * offset + 2);
                Map.Entry<Long, Long> first = times.ceilingEntry(since);
                if (first != null && now - first.getValue() < KEPT) {
                    assertThat(changing.reaches(first.getKey()))
                            .as("-Dseed=%s: kept for long enough", seed)
                            .isTrue();
                }
                if (changing.reaches(since) && random.nextInt(20) == 0) {
                    Map<String, Long> expected = new LinkedHashMap<>(latest);
                    expected.values().removeIf(sequence -> sequence < since);
                    Map<String, Long> found = new LinkedHashMap<>();
                    try (KeyValueIterator<Bytes, byte[]> rows = changing.since(SCOPE, since, Long.MAX_VALUE)) {
                        rows.forEachRemaining(row ->
                                found.put(RowKey.changedBarcode(row.key.get()), RowKey.changedSequence(row.key.get())));
                    }
                    assertThat(found)
                            .as("-Dseed=%s since %s", seed, since)
                            .containsExactlyInAnyOrderEntriesOf(expected);
                }
            }
            for (int i = 0; i < 3; i++) {
                now += 2 * KEPT;
                changing.maintain(now, 2_000, KEPT);
            }
            assertThat(rows(store))
                    .as("-Dseed=%s: floor and notes are left", seed)
                    .isLessThan(5);
        }
    }

    private static int rows(KeyValueStore<Bytes, byte[]> store) {
        int count = 0;
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            while (all.hasNext()) {
                all.next();
                count++;
            }
        }
        return count;
    }

    private void add(Scope scope, String barcode, long sequence) {
        RowBatch batch = new RowBatch(disk);
        index.add(batch, scope, barcode, sequence);
        batch.write();
    }

    private static List<String> changes(ChangeIndex index, Scope scope) {
        List<String> changes = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> rows = index.since(scope, 0, Long.MAX_VALUE)) {
            rows.forEachRemaining(row ->
                    changes.add(RowKey.changedBarcode(row.key.get()) + "@" + RowKey.changedSequence(row.key.get())));
        }
        return changes;
    }
}
