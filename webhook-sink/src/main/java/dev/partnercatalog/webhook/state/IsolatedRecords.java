package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The records of a partner that are sent alone, because its endpoint didn't accept them (D26, D37): how many there are,
 * and the oldest of them by name. Each of them is either marked or being tried. Confined to the task's thread.
 */
public final class IsolatedRecords {

    /** As many names are shown. */
    private static final int MOST_SHOWN = 20;

    /** As many marks are kept by name, so that there are names to show when the oldest records are accepted. */
    static final int MOST_KEPT = 1_000;

    private static final Comparator<Isolated> OLDEST_FIRST = Comparator.comparingLong(
                    (Isolated one) -> one.due().isolatedSince())
            .thenComparing(Isolated::variant);

    private long marked;
    private final Map<ScopedVariant, Isolated> kept = new HashMap<>();
    private final NavigableSet<Isolated> oldest = new TreeSet<>(OLDEST_FIRST);
    private final Map<ScopedVariant, Due> tried = new TreeMap<>();

    /** One of them, with its mark. */
    public record Isolated(ScopedVariant variant, Due due) {}

    void marked(ScopedVariant variant, Due due) {
        marked++;
        Isolated isolated = new Isolated(variant, due);
        oldest.add(isolated);
        kept.put(variant, isolated);
        if (kept.size() > MOST_KEPT) {
            kept.remove(oldest.pollLast().variant());
        }
    }

    void unmarked(ScopedVariant variant) {
        marked--;
        Isolated isolated = kept.remove(variant);
        if (isolated != null) {
            oldest.remove(isolated);
        }
    }

    /** Those that are marked and kept by name: up to 1,000, the oldest. Changes with the marks. */
    public Collection<Isolated> named() {
        return Collections.unmodifiableCollection(kept.values());
    }

    void tried(ScopedVariant variant, Due due) {
        tried.put(variant, due);
    }

    void triedNoLonger(ScopedVariant variant) {
        tried.remove(variant);
    }

    /** How many there are. */
    public long count() {
        return marked + tried.size();
    }

    /** At most twenty of them, those that have been isolated for longest first. */
    public List<Isolated> some() {
        Stream<Isolated> beingTried = tried.entrySet().stream()
                .map(one -> new Isolated(one.getKey(), one.getValue()))
                .filter(one -> !kept.containsKey(one.variant()));
        return Stream.concat(beingTried, oldest.stream().limit(MOST_SHOWN))
                .sorted(OLDEST_FIRST)
                .limit(MOST_SHOWN)
                .toList();
    }
}
