package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.Lack;
import dev.partnercatalog.resolution.ResolvedEntry;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * How many variants the companies of a task list, and what they lack. Kept in a store, so that it is known after a
 * restart without reading every layer. Changed by the task's thread, read by any.
 */
final class ListedCounts {

    private static final String KEY = "listed";

    /** The order in the row: all listed variants, those that BPD lacks, and then each lack in the order below. */
    private static final int ALL = 0;

    private static final int UNRESOLVED = 1;
    private static final int FIRST_LACK = 2;
    private static final List<Lack> LACKS = List.of(Lack.IMAGE, Lack.UNIT, Lack.POTENCY, Lack.POTENCY_UNIT);
    private static final int COUNTS = FIRST_LACK + LACKS.size();

    private final KeyValueStore<String, byte[]> store;
    private final long[] counts = new long[COUNTS];
    private volatile long[] saved;

    ListedCounts(KeyValueStore<String, byte[]> store) {
        this.store = store;
        byte[] row = store.get(KEY);
        if (row != null) {
            ByteBuffer.wrap(row).asLongBuffer().get(counts);
        }
        saved = counts.clone();
    }

    /** Discards what was counted but not saved, because the change that caused it failed. */
    void begin() {
        System.arraycopy(saved, 0, counts, 0, COUNTS);
    }

    /** Counts a change; it takes effect once it is saved. */
    void count(LayerChanges.AtCompany before, LayerChanges.AtCompany after) {
        add(before, -1);
        add(after, 1);
    }

    private void add(LayerChanges.AtCompany company, int change) {
        if (!company.listed()) {
            return;
        }
        counts[ALL] += change;
        ResolvedEntry entry = company.entry();
        if (entry == null) {
            counts[UNRESOLVED] += change;
            return;
        }
        for (Lack lack : Lack.of(entry.values())) {
            counts[number(lack)] += change;
        }
    }

    /** Saves what was counted. */
    void save() {
        if (Arrays.equals(counts, saved)) {
            return;
        }
        saved = counts.clone();
        if (Arrays.stream(counts).allMatch(count -> count == 0)) {
            store.put(KEY, null);
            return;
        }
        ByteBuffer row = ByteBuffer.allocate(COUNTS * Long.BYTES);
        row.asLongBuffer().put(counts);
        store.put(KEY, row.array());
    }

    /** All listed variants, each once for each company. */
    long all() {
        return saved[ALL];
    }

    /** The listed variants that have no entry. */
    long unresolved() {
        return saved[UNRESOLVED];
    }

    long lacking(Lack lack) {
        return saved[number(lack)];
    }

    private static int number(Lack lack) {
        return FIRST_LACK + LACKS.indexOf(lack);
    }
}
