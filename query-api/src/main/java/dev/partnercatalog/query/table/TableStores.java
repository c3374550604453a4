package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.SourceTopic;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/**
 * What the stores of all tables share.
 *
 * @param memory outside the heap
 * @param filling loads stores into the memory tier
 * @param progress learns how far the stores are
 * @param unreadable learns which records in the stores couldn't be read
 * @param topics the topic of each store, by the store's name
 * @param changesKept how long changes are known
 * @param room waits until the stores can be written
 */
public record TableStores(
        RocksDbMemory memory,
        MemoryFilling filling,
        TableProgress progress,
        UnreadableRecords unreadable,
        Map<String, SourceTopic> topics,
        Duration changesKept,
        Runnable room,
        InstantSource clock) {

    /** A request that found its cursor valid may take a while. */
    private static final Duration LATE = Duration.ofHours(1);

    public TableStores {
        topics = Map.copyOf(topics);
    }

    /** How long the rows of changes are kept: a little longer than cursors are valid. */
    Duration rowsKept() {
        return changesKept.plus(LATE);
    }
}
