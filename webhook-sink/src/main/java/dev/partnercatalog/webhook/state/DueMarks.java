package dev.partnercatalog.webhook.state;

import dev.partnercatalog.runtime.trace.Cause;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * What is due to which partner in one task's store and isn't in a message. A mark is for a variant at a scope, or at
 * all scopes of its company. Confined to the task's thread.
 */
public final class DueMarks {

    private final KeyValueStore<Bytes, byte[]> store;
    private final Scan scan;
    private final Backlogs backlogs;
    private final Map<String, Long> counts = new HashMap<>();

    /** Counts the existing marks. */
    DueMarks(KeyValueStore<Bytes, byte[]> store, Scan scan, Backlogs backlogs) {
        this.store = store;
        this.scan = scan;
        this.backlogs = backlogs;
        scan.forEach(
                Keys.prefix(Keys.DUE),
                (key, value) -> count(Keys.partnerId(key), Due.decode(value).since()));
    }

    public @Nullable Due get(String partnerId, ScopedVariant variant) {
        byte[] bytes = store.get(Keys.ofPartner(Keys.DUE, partnerId, variant));
        return bytes == null ? null : Due.decode(bytes);
    }

    /**
     * Marks a variant as due, from now on or since the existing mark; what was refused of it has changed, so that no
     * longer counts.
     */
    public void mark(String partnerId, ScopedVariant variant, long now, Cause cause) {
        Due due = get(partnerId, variant);
        Due changed = due == null ? Due.at(now, cause) : due.changed(cause);
        if (due == null) {
            count(partnerId, now);
        }
        if (!changed.equals(due)) {
            store.put(Keys.ofPartner(Keys.DUE, partnerId, variant), changed.encode());
        }
    }

    /** Marks a variant that isn't marked. */
    public void put(String partnerId, ScopedVariant variant, Due due) {
        count(partnerId, due.since());
        store.put(Keys.ofPartner(Keys.DUE, partnerId, variant), due.encode());
    }

    /** Deletes a mark and returns it, null if there is none. */
    public @Nullable Due take(String partnerId, ScopedVariant variant) {
        Due due = get(partnerId, variant);
        if (due != null) {
            store.delete(Keys.ofPartner(Keys.DUE, partnerId, variant));
            backlogs.remove(partnerId, due.since());
            counts.computeIfPresent(partnerId, (id, count) -> count == 1 ? null : count - 1);
        }
        return due;
    }

    private void count(String partnerId, long since) {
        backlogs.add(partnerId, since);
        counts.merge(partnerId, 1L, Long::sum);
    }

    /** Whether a variant is marked, alone or with all scopes of its company. */
    public boolean isMarked(String partnerId, ScopedVariant variant) {
        return hasAny(partnerId) && (get(partnerId, variant) != null || get(partnerId, variant.everywhere()) != null);
    }

    /** The number of a partner's marks. */
    public long count(String partnerId) {
        return counts.getOrDefault(partnerId, 0L);
    }

    /** Whether a partner has any mark. */
    public boolean hasAny(String partnerId) {
        return counts.containsKey(partnerId);
    }

    /** The marked variants of a partner in order, starting after {@code after}, or with the first if that is null. */
    public List<ScopedVariant> after(String partnerId, @Nullable ScopedVariant after, int limit) {
        return scan.variants(Keys.prefix(Keys.DUE, partnerId), after, limit);
    }

    /** The partners that have marks. */
    public Set<String> partners() {
        return Set.copyOf(counts.keySet());
    }
}
