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
 * What is due to whom in one task's store, and how much that is. For the task's own thread alone.
 */
public final class DueMarks {

    private final KeyValueStore<Bytes, byte[]> store;
    private final Scan scan;
    private final Map<String, Backlog> backlogs = new HashMap<>();

    /** Counts the marks once. */
    DueMarks(KeyValueStore<Bytes, byte[]> store, Scan scan) {
        this.store = store;
        this.scan = scan;
        scan.forEach(
                Keys.prefix(Keys.DUE),
                (key, value) ->
                        backlog(Keys.partnerId(key)).add(Due.decode(value).since()));
    }

    public @Nullable Due get(String partnerId, ScopedVariant variant) {
        byte[] bytes = store.get(Keys.ofPartner(Keys.DUE, partnerId, variant));
        return bytes == null ? null : Due.decode(bytes);
    }

    /** A variant is due, from now on or as it has been; what was refused of it has changed, so that no longer counts. */
    public void mark(String partnerId, ScopedVariant variant, long now, Cause cause) {
        Due due = get(partnerId, variant);
        if (due == null) {
            put(partnerId, variant, Due.at(now, cause));
            backlog(partnerId).add(now);
            return;
        }
        Due changed = due.changed(cause);
        if (!changed.equals(due)) {
            put(partnerId, variant, changed);
        }
    }

    /** Part of what is due was accepted; the mark stands for what came meanwhile. */
    public void keepFor(String partnerId, ScopedVariant variant, Cause meanwhile) {
        Due due = get(partnerId, variant);
        if (due != null) {
            put(partnerId, variant, due.remaining(meanwhile));
        }
    }

    /** Makes the mark of a refused variant wait. */
    public void refused(String partnerId, ScopedVariant variant, long retryAt) {
        Due due = get(partnerId, variant);
        if (due != null) {
            put(partnerId, variant, due.refused(retryAt));
        }
    }

    /** A variant isn't due any more. */
    public void clear(String partnerId, ScopedVariant variant) {
        Due due = get(partnerId, variant);
        if (due == null) {
            return;
        }
        store.delete(Keys.ofPartner(Keys.DUE, partnerId, variant));
        Backlog backlog = backlog(partnerId);
        backlog.remove(due.since());
        if (backlog.count() == 0) {
            backlogs.remove(partnerId);
        }
    }

    public List<ScopedVariant> after(String partnerId, @Nullable ScopedVariant after, int limit) {
        byte[] family = Keys.prefix(Keys.DUE, partnerId);
        return scan.variantsAfter(family, family, after, limit);
    }

    /** The partners for whom anything is due. */
    public Set<String> partners() {
        return Set.copyOf(backlogs.keySet());
    }

    /** What is due to a partner, null where nothing is. */
    public @Nullable Backlog of(String partnerId) {
        return backlogs.get(partnerId);
    }

    private Backlog backlog(String partnerId) {
        return backlogs.computeIfAbsent(partnerId, id -> new Backlog());
    }

    private void put(String partnerId, ScopedVariant variant, Due due) {
        store.put(Keys.ofPartner(Keys.DUE, partnerId, variant), due.encode());
    }
}
