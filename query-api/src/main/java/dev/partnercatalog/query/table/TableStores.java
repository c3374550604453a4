package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.table.TopicStore;
import java.time.Duration;

/**
 * What the stores of all tables share.
 *
 * @param filling loads stores into the memory tier
 * @param changesKept how long changes are known
 */
public record TableStores(TopicStore.Shared shared, MemoryFilling filling, Duration changesKept) {

    /** A request that found its cursor valid may take a while. */
    private static final Duration LATE = Duration.ofHours(1);

    /** How long the rows of changes are kept: a little longer than cursors are valid. */
    Duration rowsKept() {
        return changesKept.plus(LATE);
    }
}
