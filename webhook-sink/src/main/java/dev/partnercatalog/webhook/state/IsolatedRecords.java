package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The records that a partner's endpoint has not accepted although they were sent alone (D26, D37): how many there are,
 * and some of them by name. Each of them is either marked or being tried. Confined to the task's thread.
 */
public final class IsolatedRecords {

    private static final int MOST_NAMED = 20;

    private long marked;
    private final Map<ScopedVariant, Due> named = new TreeMap<>();
    private final Map<ScopedVariant, Due> tried = new TreeMap<>();

    /** One of them, with its mark. */
    public record Isolated(ScopedVariant variant, Due due) {}

    void marked(ScopedVariant variant, Due due) {
        marked++;
        if (named.size() < MOST_NAMED) {
            named.put(variant, due);
        }
    }

    void unmarked(ScopedVariant variant) {
        marked--;
        named.remove(variant);
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
        Map<ScopedVariant, Due> all = new TreeMap<>(tried);
        all.putAll(named);
        List<Isolated> some = new ArrayList<>();
        all.forEach((variant, due) -> some.add(new Isolated(variant, due)));
        some.sort(Comparator.comparingLong(one -> one.due().isolatedSince()));
        return some.subList(0, Math.min(some.size(), MOST_NAMED));
    }
}
