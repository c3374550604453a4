package dev.partnercatalog.webhook.reconcile;

import java.util.TreeMap;

/** The unsettled changes of one source, by offset. Not thread-safe. */
final class Positions {

    private final TreeMap<Long, Integer> counts = new TreeMap<>();

    void add(long offset) {
        if (offset != Item.SETTLED) {
            counts.merge(offset, 1, Integer::sum);
        }
    }

    void remove(long offset) {
        counts.computeIfPresent(offset, (at, count) -> count == 1 ? null : count - 1);
    }

    /** The last offset before the first unsettled one, but no later than {@code read}. */
    long before(long read) {
        return counts.isEmpty() ? read : Math.min(read, counts.firstKey() - 1);
    }
}
