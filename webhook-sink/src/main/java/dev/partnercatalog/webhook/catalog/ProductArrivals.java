package dev.partnercatalog.webhook.catalog;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The products that a task waits for, up to a number, and those among them that have arrived. Thread-safe. */
final class ProductArrivals {

    private static final int MOST = 10_000;

    private final Set<String> awaited = ConcurrentHashMap.newKeySet();
    private final Queue<String> arrived = new ConcurrentLinkedQueue<>();

    /** Waits for a product, unless it waits for too many. */
    void await(String barcode) {
        if (awaited.size() < MOST) {
            awaited.add(barcode);
        }
    }

    boolean isAwaited(String barcode) {
        return awaited.contains(barcode);
    }

    void forget(String barcode) {
        awaited.remove(barcode);
    }

    /** A product can be read. */
    void arrived(String barcode) {
        if (awaited.remove(barcode)) {
            arrived.add(barcode);
        }
    }

    /** The next product that has arrived; null if there is none. */
    @Nullable
    String poll() {
        return arrived.poll();
    }
}
