package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.store.TimeAway;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.state.SinkState.TaskRow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How complete the catalog is that the tasks of a process read. Thread-safe. */
final class CatalogWatch {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogWatch.class);

    private final Duration deletionRetention;
    private final TableProgress progress;
    private final IntFunction<Future<Map<TopicPartition, Long>>> ends;
    private final BooleanSupplier compiled;
    private final InstantSource time;
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * @param deletionRetention for how long deletions can be read in the sinks' sources
     * @param progress how far this instance has read the catalog and the configurations
     * @param ends asks where the topics end that the task of a partition must know
     * @param compiled whether all configurations that have arrived are in effect
     */
    CatalogWatch(
            Duration deletionRetention,
            TableProgress progress,
            IntFunction<Future<Map<TopicPartition, Long>>> ends,
            BooleanSupplier compiled,
            InstantSource time) {
        this.deletionRetention = deletionRetention;
        this.progress = progress;
        this.ends = ends;
        this.compiled = compiled;
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
        TimeAway away = new TimeAway(Instant.ofEpochMilli(row.caughtUpAt()), time.instant(), deletionRetention);
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

    /** When the sources had been read to their ends; null if that isn't known. */
    @Nullable
    Instant caughtUpAt() {
        return progress.positions().caughtUpAt();
    }

    /** Whether no task waits, so that each may send what is due. */
    boolean isComplete() {
        return waiting.get() == 0;
    }

    /** The gate of a task that begins. */
    Gate gate(int partition) {
        return new Gate(partition);
    }

    /**
     * Whether a task knows enough to compare anything with what partners have: what its partition of the catalog and the
     * configurations held when it began. An older record would follow a newer one otherwise, what compaction removed in favor
     * of a record further on would look like a removal, and a partner would be sent what it may not see any more: a predecessor
     * may have known of a revocation that hasn't arrived here yet. Confined to the task's thread.
     */
    final class Gate implements AutoCloseable {

        private final int partition;
        private Future<Map<TopicPartition, Long>> asked;
        private boolean open;

        private Gate(int partition) {
            this.partition = partition;
            this.asked = ends.apply(partition);
            waiting.incrementAndGet();
        }

        /** Whether something may be compared and sent now. Once open, it stays so. */
        boolean isOpen() {
            if (!open && asked.isDone()) {
                try {
                    if (progress.reaches(asked.get()) && compiled.getAsBoolean()) {
                        close();
                    }
                } catch (ExecutionException e) {
                    LOG.warn("nothing is sent until it is known where the catalog ends: {}", FaultWords.of(e));
                    asked = ends.apply(partition);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return open;
        }

        /** Nobody waits for it any more. */
        @Override
        public void close() {
            if (!open) {
                open = true;
                waiting.decrementAndGet();
            }
        }
    }
}
