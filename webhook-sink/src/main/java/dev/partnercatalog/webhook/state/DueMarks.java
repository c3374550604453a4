package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
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
    private final RowReader reader;
    private final Backlogs backlogs;
    private final Map<String, Long> counts = new HashMap<>();
    private final Map<String, IsolatedRecords> isolated = new HashMap<>();

    /** Counts the existing marks. */
    DueMarks(KeyValueStore<Bytes, byte[]> store, RowReader reader, Backlogs backlogs) {
        this.store = store;
        this.reader = reader;
        this.backlogs = backlogs;
        reader.forEach(Keys.prefix(Keys.DUE), (key, value) -> {
            String partnerId = Keys.partnerId(key);
            count(partnerId, Keys.variant(key, partnerId.length() + 2), Due.decode(value));
        });
    }

    public @Nullable Due get(String partnerId, ScopedVariant variant) {
        byte[] bytes = store.get(Keys.ofPartner(Keys.DUE, partnerId, variant));
        return bytes == null ? null : Due.decode(bytes);
    }

    /**
     * Marks a variant as due, from now on or since the existing mark; if it is isolated, its pause is over, because its
     * record has changed.
     */
    public void mark(String partnerId, ScopedVariant variant, long now, PublicationTime eventTime) {
        Due due = get(partnerId, variant);
        Due changed = due == null ? Due.at(now, eventTime) : due.changed(eventTime);
        if (due == null) {
            count(partnerId, variant, changed);
        }
        if (!changed.equals(due)) {
            store.put(Keys.ofPartner(Keys.DUE, partnerId, variant), changed.encode());
        }
    }

    /** Marks a variant that isn't marked. */
    public void put(String partnerId, ScopedVariant variant, Due due) {
        count(partnerId, variant, due);
        store.put(Keys.ofPartner(Keys.DUE, partnerId, variant), due.encode());
    }

    /** Marks an isolated variant, from now on or since the existing mark. */
    public void isolate(String partnerId, ScopedVariant variant, Due due) {
        Due before = take(partnerId, variant);
        put(
                partnerId,
                variant,
                before == null
                        ? due
                        : new Due(
                                Math.min(before.since(), due.since()),
                                due.refusals(),
                                due.notBefore(),
                                due.refused(),
                                due.eventTime().earlier(before.eventTime())));
    }

    /** The pause of an isolated variant is over. */
    public void tryAtOnce(String partnerId, ScopedVariant variant, Due due) {
        Due now = due.atOnce();
        store.put(Keys.ofPartner(Keys.DUE, partnerId, variant), now.encode());
        ofIsolated(partnerId).unmarked(variant);
        ofIsolated(partnerId).marked(variant, now);
    }

    /** An isolated variant is no longer marked, because it is being tried. */
    public void tried(String partnerId, ScopedVariant variant, Due due) {
        ofIsolated(partnerId).tried(variant, due);
    }

    /** The outcome of trying an isolated variant is known. */
    public void triedNoLonger(String partnerId, ScopedVariant variant) {
        ofIsolated(partnerId).triedNoLonger(variant);
    }

    /** A partner's isolated records. */
    public IsolatedRecords isolated(String partnerId) {
        return isolated.getOrDefault(partnerId, new IsolatedRecords());
    }

    private IsolatedRecords ofIsolated(String partnerId) {
        return isolated.computeIfAbsent(partnerId, id -> new IsolatedRecords());
    }

    /** Deletes a mark and returns it, null if there is none. */
    public @Nullable Due take(String partnerId, ScopedVariant variant) {
        Due due = get(partnerId, variant);
        if (due != null) {
            store.delete(Keys.ofPartner(Keys.DUE, partnerId, variant));
            backlogs.remove(partnerId, due.since());
            if (due.isIsolated()) {
                ofIsolated(partnerId).unmarked(variant);
            }
            counts.computeIfPresent(partnerId, (id, count) -> count == 1 ? null : count - 1);
        }
        return due;
    }

    private void count(String partnerId, ScopedVariant variant, Due due) {
        backlogs.add(partnerId, due.since());
        if (due.isIsolated()) {
            ofIsolated(partnerId).marked(variant, due);
        }
        counts.merge(partnerId, 1L, Long::sum);
    }

    /** Whether a variant is marked, alone or with all scopes of its company. */
    public boolean isMarked(String partnerId, ScopedVariant variant) {
        return hasAny(partnerId)
                && (get(partnerId, variant) != null || get(partnerId, variant.atAllOfCompany()) != null);
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
        return reader.variants(Keys.prefix(Keys.DUE, partnerId), after, limit);
    }

    /** The partners that have marks. */
    public Set<String> partners() {
        return Set.copyOf(counts.keySet());
    }
}
