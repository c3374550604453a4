package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.store.TimeAway;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.state.TaskRow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How complete the catalog is that the tasks of a process read. Thread-safe. */
final class CatalogWatch {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogWatch.class);

    private final Duration deletionsKept;
    private final Supplier<@Nullable Instant> whole;
    private final InstantSource time;
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * @param deletionsKept for how long deletions can be read in the sinks' sources
     * @param whole when this instance's stores of them held everything; null if that isn't known
     */
    CatalogWatch(Duration deletionsKept, Supplier<@Nullable Instant> whole, InstantSource time) {
        this.deletionsKept = deletionsKept;
        this.whole = whole;
        this.time = time;
    }

    /**
     * Whether deletions may have been missed, so that everything has to be compared anew with what partners have: because
     * the sinks were away for too long (D38), or a topic was made anew.
     *
     * @param row what the task remembers; null if it is new
     */
    boolean isOutdated(@Nullable TaskRow row, SinkCatalog catalog) {
        if (row == null) {
            return false;
        }
        TimeAway away = new TimeAway(Instant.ofEpochMilli(row.whole()), time.instant(), deletionsKept);
        boolean another = !row.topics().equals(catalog.topics());
        if (away.isTooLong() || another) {
            LOG.warn(
                    "the catalog of partition {} {}: everything is compared with what partners have, and they get what"
                            + " differs",
                    catalog.partition(),
                    another ? "is of a topic that was deleted and made anew" : away);
        }
        return away.isTooLong() || another;
    }

    /** When the sources were known as a whole; null if that isn't known. */
    @Nullable
    Instant whole() {
        return whole.get();
    }

    /** A task waits until it knows enough of the catalog. */
    void waits() {
        waiting.incrementAndGet();
    }

    void waitsNoLonger() {
        waiting.decrementAndGet();
    }

    /** Whether no task waits, so that each may send what is due. */
    boolean isComplete() {
        return waiting.get() == 0;
    }
}
