package dev.partnercatalog.query.table;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The listings that requests looked up most, in memory, and which of those that they looked up don't exist. The store's
 * writer reports each change once it is in the store. Thread-safe.
 */
final class RecentListings {

    /** Each takes some 250 bytes. */
    private static final int MOST = 200_000;

    private static final String NOT_LISTED = "";

    private final Cache<String, String> barcodes =
            Caffeine.newBuilder().maximumSize(MOST).build();
    private final StampedLock changes = new StampedLock();

    /**
     * The barcodes of listings, by their keys in the store; without those that don't exist.
     *
     * @param store reads the rows of several keys, in their order
     */
    Map<String, String> find(Collection<String> keys, Function<List<String>, List<byte @Nullable []>> store) {
        Map<String, String> found = new HashMap<>(barcodes.getAllPresent(keys));
        List<String> others =
                keys.stream().filter(key -> !found.containsKey(key)).toList();
        if (!others.isEmpty()) {
            long beforeReading = changes.tryOptimisticRead();
            Map<String, String> read = read(others, store.apply(others));
            keepUnlessChanged(read, beforeReading);
            found.putAll(read);
        }
        found.values().removeIf(NOT_LISTED::equals);
        return found;
    }

    private static Map<String, String> read(List<String> keys, List<byte @Nullable []> rows) {
        Map<String, String> read = new HashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            String barcode = ListedBarcodes.barcode(rows.get(i));
            read.put(keys.get(i), barcode == null ? NOT_LISTED : barcode);
        }
        return read;
    }

    /** What was read before a change may be what the change replaced. */
    private void keepUnlessChanged(Map<String, String> read, long since) {
        long unchanged = changes.tryConvertToReadLock(since);
        if (unchanged != 0) {
            try {
                barcodes.putAll(read);
            } finally {
                changes.unlockRead(unchanged);
            }
        }
    }

    /** The store has other rows for these keys now. */
    void changed(Collection<String> keys) {
        long changing = changes.writeLock();
        try {
            barcodes.invalidateAll(keys);
        } finally {
            changes.unlockWrite(changing);
        }
    }
}
