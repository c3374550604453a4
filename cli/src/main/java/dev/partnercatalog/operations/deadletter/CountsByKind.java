package dev.partnercatalog.operations.deadletter;

import java.util.HashMap;
import java.util.Map;

/** The number of dead letters by kind. Not thread-safe. */
public final class CountsByKind {

    /** Further kinds share one, so that hostile events can't fill the memory. */
    private static final int MOST_KINDS = 1000;

    private static final String OTHERS = "other reasons";

    private final Map<DeadLetterKind, Long> counts = new HashMap<>();

    public void add(DeadLetter letter) {
        DeadLetterKind kind = DeadLetterKind.of(letter);
        boolean fits = counts.size() < MOST_KINDS || counts.containsKey(kind);
        counts.merge(fits ? kind : new DeadLetterKind(kind.topic(), OTHERS), 1L, Long::sum);
    }

    public long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    public Map<DeadLetterKind, Long> byKind() {
        return Map.copyOf(counts);
    }
}
