package dev.partnercatalog.query;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the query API keeps its tables.
 *
 * @param zone where this instance runs, as in the brokers' {@code broker.rack}. Null: unknown
 * @param storeMemoryBytes the memory outside the heap for the tables' read cache and write buffers
 * @param memoryTierBytes the memory of the heap for variants that are served without reading a store; 0 for none
 * @param changesKept how long removals are known and cursors for changes are valid
 */
public record TableSettings(@Nullable String zone, long storeMemoryBytes, long memoryTierBytes, Duration changesKept) {

    public static final long DEFAULT_STORE_MEMORY_BYTES = 256L << 20;

    /** Also the default. The topics don't say for longer what changed. */
    public static final Duration MOST_CHANGES_KEPT = TopicSettings.MOVES_RETENTION;

    /** Room for 280,000 to 480,000 entries. */
    private static final long DEFAULT_MEMORY_TIER_BYTES = 768L << 20;

    public static final TableSettings DEFAULT = withMemoryTier(defaultMemoryTierBytes());

    public TableSettings {
        if (memoryTierBytes < 0 || memoryTierBytes > mostMemoryTierBytes()) {
            throw new IllegalArgumentException(
                    "memoryTierBytes " + memoryTierBytes + " is out of range: expected 0 to " + mostMemoryTierBytes());
        }
        if (changesKept.isNegative() || changesKept.isZero() || changesKept.compareTo(MOST_CHANGES_KEPT) > 0) {
            throw new IllegalArgumentException("changesKept " + changesKept
                    + " is out of range: expected more than zero and at most " + MOST_CHANGES_KEPT);
        }
    }

    /** The defaults, with another memory tier. */
    public static TableSettings withMemoryTier(long bytes) {
        return new TableSettings(null, DEFAULT_STORE_MEMORY_BYTES, bytes, MOST_CHANGES_KEPT);
    }

    /** Three quarters of the heap: the rest of the application needs some too. */
    public static long mostMemoryTierBytes() {
        return Runtime.getRuntime().maxMemory() / 4 * 3;
    }

    /** 768 MiB, or half of the heap if that is less. */
    public static long defaultMemoryTierBytes() {
        return Math.min(DEFAULT_MEMORY_TIER_BYTES, Runtime.getRuntime().maxMemory() / 2);
    }
}
