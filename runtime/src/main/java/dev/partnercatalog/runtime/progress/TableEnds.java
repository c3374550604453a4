package dev.partnercatalog.runtime.progress;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers every second where the tables' topics end, so that it is known how old the tables may be, and flushes
 * the tables now and then, so that they are never much older on the disk.
 */
public final class TableEnds {

    private static final Logger LOG = LoggerFactory.getLogger(TableEnds.class);
    private static final Duration FLUSHES = Duration.ofHours(1);

    private final ClusterState brokers;
    private final ReadPositions positions;
    private final Set<TopicPartition> partitions;
    private final Runnable flush;
    private final InstantSource clock;
    private long flushed = System.nanoTime();

    /**
     * Asks nothing yet.
     *
     * @param admin that doesn't wait for long
     * @param positions of the tables in these partitions, of all of them
     * @param flush makes durable what the tables hold; throws {@link InvalidStateStoreException} while they are closed
     */
    public TableEnds(
            Admin admin, ReadPositions positions, Set<TopicPartition> partitions, Runnable flush, InstantSource clock) {
        this.brokers = new ClusterState(admin, false);
        this.positions = positions;
        this.partitions = Set.copyOf(partitions);
        this.flush = flush;
        this.clock = clock;
    }

    /**
     * Asks. Returns the partitions with waiting records that aren't read.
     *
     * @throws ExecutionException if the brokers can't say
     */
    public Set<TopicPartition> look() throws ExecutionException, InterruptedException {
        positions.ends(ReadPositions.Ends.ask(brokers, partitions, clock));
        return positions.stalled();
    }

    /** When the tables held everything, as far as the last look showed; null if that isn't known. */
    public @Nullable Instant whole() {
        return positions.whole();
    }

    /** For how long something may have been missing in the tables. */
    public Duration age() {
        return positions.age();
    }

    /** Flushes the tables if it is time to. Returns whether they were flushed. */
    public boolean flush() {
        if (System.nanoTime() - flushed < FLUSHES.toNanos()) {
            return false;
        }
        try {
            flush.run();
        } catch (InvalidStateStoreException e) {
            LOG.debug("the tables are closed at the moment", e);
            return false;
        }
        flushed = System.nanoTime();
        return true;
    }
}
