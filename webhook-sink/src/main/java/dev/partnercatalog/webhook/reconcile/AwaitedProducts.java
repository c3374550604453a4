package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A partner's marked variants that refer to a record of a product that isn't here, by the product. They stay marked, and
 * are looked at again when the product arrives. Not thread-safe.
 */
final class AwaitedProducts {

    private static final int MOST = 10_000;

    private final Map<String, Set<ScopedVariant>> variants = new HashMap<>();
    private int count;

    /** Returns false if there are too many: the marks must be read again. */
    boolean add(ScopedVariant marked) {
        if (count >= MOST && !has(marked)) {
            return false;
        }
        if (variants.computeIfAbsent(marked.barcode(), barcode -> new LinkedHashSet<>())
                .add(marked)) {
            count++;
        }
        return true;
    }

    boolean has(ScopedVariant marked) {
        return variants.getOrDefault(marked.barcode(), Set.of()).contains(marked);
    }

    /** A product has arrived: takes what waits for it. */
    Set<ScopedVariant> take(String barcode) {
        Set<ScopedVariant> taken = variants.remove(barcode);
        count -= taken == null ? 0 : taken.size();
        return taken == null ? Set.of() : taken;
    }
}
