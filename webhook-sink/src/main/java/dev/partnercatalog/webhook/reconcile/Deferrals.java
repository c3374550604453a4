package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.Deferred;
import dev.partnercatalog.webhook.state.Deferred.Kind;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A partner's variants that wait by themselves: their rows, and in memory all but removals that are held, which are only
 * counted. Confined to the task's thread.
 */
final class Deferrals {

    /** As many isolated records are shown by name. */
    private static final int MOST_SHOWN = 20;

    private final String partnerId;
    private final SinkState state;
    private final Map<ScopedVariant, Deferred> named = new TreeMap<>();
    /** Those that await a product, by its barcode. */
    private final Map<String, Map<ScopedVariant, Deferred>> awaiting = new HashMap<>();

    private long isolated;
    private long held;

    Deferrals(String partnerId, SinkState state) {
        this.partnerId = partnerId;
        this.state = state;
        state.forEachDeferred(partnerId, this::count);
    }

    private void count(ScopedVariant variant, Deferred deferred) {
        if (deferred.kind() == Kind.HELD) {
            held++;
            return;
        }
        named.put(variant, deferred);
        if (deferred.kind() == Kind.ISOLATED) {
            isolated++;
        } else {
            awaiting.computeIfAbsent(variant.barcode(), barcode -> new TreeMap<>())
                    .put(variant, deferred);
        }
    }

    /** How a variant waits, unless it is a removal that is held; null if it doesn't. */
    @Nullable
    Deferred get(ScopedVariant variant) {
        return named.get(variant);
    }

    void put(ScopedVariant variant, Deferred deferred) {
        forget(variant);
        count(variant, deferred);
        state.putDeferred(partnerId, variant, deferred);
    }

    /** A variant doesn't wait any more; costs nothing if none does. */
    void delete(ScopedVariant variant) {
        if (forget(variant)) {
            state.deleteDeferred(partnerId, variant);
        }
    }

    private boolean forget(ScopedVariant variant) {
        Deferred before = named.remove(variant);
        if (before == null && held > 0) {
            before = state.deferred(partnerId, variant);
            held -= before == null ? 0 : 1;
        } else if (before != null && before.kind() == Kind.ISOLATED) {
            isolated--;
        } else if (before != null) {
            awaiting.computeIfPresent(variant.barcode(), (barcode, variants) -> {
                variants.remove(variant);
                return variants.isEmpty() ? null : variants;
            });
        }
        return before != null;
    }

    /** Those that await a product. */
    Map<ScopedVariant, Deferred> awaiting(String barcode) {
        return awaiting.getOrDefault(barcode, Map.of());
    }

    Set<String> awaitedBarcodes() {
        return awaiting.keySet();
    }

    /** All but removals that are held. */
    Map<ScopedVariant, Deferred> unheld() {
        return Collections.unmodifiableMap(named);
    }

    long isolated() {
        return isolated;
    }

    long held() {
        return held;
    }

    /** Some of the isolated records, those that have been isolated for longest first. */
    List<IsolatedRecord> oldestIsolated() {
        return named.entrySet().stream()
                .flatMap(one -> Stream.ofNullable(one.getValue().isolated()).map(how -> record(one.getKey(), how)))
                .sorted(Comparator.comparingLong(IsolatedRecord::getSince))
                .limit(MOST_SHOWN)
                .toList();
    }

    private static IsolatedRecord record(ScopedVariant variant, Deferred.Isolated how) {
        return new IsolatedRecord(
                variant.companyId(), variant.locationId(), variant.barcode(), how.since(), how.tries(), how.outcome());
    }
}
