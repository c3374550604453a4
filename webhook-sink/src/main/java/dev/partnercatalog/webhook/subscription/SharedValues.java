package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.webhook.state.Hash;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Keeps equal values only once, for as long as anyone uses them. Not thread-safe.
 *
 * <p>They are distinguished by their fingerprints. Upstream systems can choose their hash codes, and most have no order,
 * so a map with very many that share one hash code would take quadratic time.
 */
final class SharedValues<T> {

    private static final int FIRST_SWEEP = 1_024;

    private final Map<Hash, WeakReference<T>> known = new HashMap<>();
    private int sweepAt = FIRST_SWEEP;

    /** The value with a fingerprint: the known one, or a new one. */
    T of(Hash fingerprint, Supplier<T> value) {
        WeakReference<T> reference = known.get(fingerprint);
        T shared = reference == null ? null : reference.get();
        if (shared != null) {
            return shared;
        }
        if (known.size() >= sweepAt) {
            known.values().removeIf(each -> each.get() == null);
            sweepAt = Math.max(FIRST_SWEEP, 2 * known.size());
        }
        T created = value.get();
        known.put(fingerprint, new WeakReference<>(created));
        return created;
    }
}
