package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.Health.Verdict;
import dev.partnercatalog.runtime.progress.ClusterState;
import dev.partnercatalog.runtime.progress.ReadPositions;
import dev.partnercatalog.runtime.store.LastCaughtUp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far an application's stores are behind their topics, and when they last held everything (D38). It flushes the
 * global ones now and then, so that they are never much older on the disk. Looks are for one thread at a time, the rest
 * is for any.
 */
final class StoreProgress {

    private static final Logger LOG = LoggerFactory.getLogger(StoreProgress.class);
    private static final Duration FLUSHES = Duration.ofHours(1);

    private record Tables(ClusterState brokers, ReadPositions positions, Runnable flush) {}

    private final LastCaughtUp caughtUp;
    private final boolean hasTasks;

    /** How many offsets at the end of a changelog may be those of transaction markers, which no store reaches. */
    private final int markers;

    private final ReadPositions stores = new ReadPositions(System::nanoTime);
    private volatile @Nullable Tables tables;
    private volatile OptionalLong standbyLag = OptionalLong.empty();
    private long flushed = System.nanoTime();

    StoreProgress(LastCaughtUp caughtUp, boolean hasTasks, int markers) {
        this.caughtUp = caughtUp;
        this.hasTasks = hasTasks;
        this.markers = markers;
    }

    /** See {@link StreamsApplication#watch}. */
    void watch(Admin admin, ReadPositions positions, Runnable flush) {
        tables = new Tables(new ClusterState(admin, false), positions, flush);
    }

    /** How far the global stores have been read. */
    ReadPositions ofTables() {
        return Objects.requireNonNull(tables).positions();
    }

    /** Asks where the topics of the global stores end. Returns the partitions with waiting records that aren't read. */
    Set<TopicPartition> probeTables() throws ExecutionException, InterruptedException {
        ReadPositions positions = ofTables();
        ClusterState brokers = Objects.requireNonNull(tables).brokers();
        positions.ends(ReadPositions.Ends.ask(brokers, positions.partitions(), InstantSource.system()));
        return positions.stalled();
    }

    /** How far the stores are behind their logs, above all the copies that take over when another instance leaves. */
    Verdict probe(KafkaStreams now, boolean heldUp) {
        Instant asked = Instant.now();
        long nanos = System.nanoTime();
        boolean runs = now.state() == State.RUNNING;
        Map<String, Map<Integer, LagInfo>> lags = runs ? now.allLocalStorePartitionLags() : Map.of();
        if (runs) {
            standbyLag = OptionalLong.of(lags.values().stream()
                    .flatMap(store -> store.values().stream())
                    .mapToLong(LagInfo::offsetLag)
                    .max()
                    .orElse(0));
        }
        if (!heldUp && (!hasTasks || (runs && now.state() == State.RUNNING))) {
            noteTimes(lags, asked, nanos);
        }
        return standbyLag.orElse(Long.MAX_VALUE) <= GroupSettings.NEAR ? Verdict.FINE : Verdict.UNSETTLED;
    }

    private void noteTimes(Map<String, Map<Integer, LagInfo>> lags, Instant asked, long nanos) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        lags.forEach((store, partitions) -> partitions.forEach((number, lag) -> {
            TopicPartition partition = new TopicPartition(store, number);
            stores.of(partition).at(lag.currentOffsetPosition());
            ends.put(partition, lag.endOffsetPosition() - markers);
        }));
        stores.only(ends.keySet());
        stores.ends(new ReadPositions.Ends(ends, ends, asked, nanos));
        Instant all = ends.isEmpty() ? asked : stores.caughtUpAt();
        Set<TopicPartition> owned = new HashSet<>(ends.keySet());
        Tables global = tables;
        if (global != null) {
            owned.add(LastCaughtUp.GLOBAL);
            Instant ofTables = global.positions().caughtUpAt();
            if (all != null && (ofTables == null || ofTables.isBefore(all))) {
                all = ofTables;
            }
        }
        String fault = caughtUp.observed(owned, all, asked);
        if (fault != null) {
            ProcessEnd.now(fault);
        }
        if (global != null && System.nanoTime() - flushed > FLUSHES.toNanos()) {
            flush(global);
        }
    }

    private void flush(Tables global) {
        try {
            global.flush().run();
            flushed = System.nanoTime();
            if (!hasTasks) {
                caughtUp.durable();
            }
        } catch (InvalidStateStoreException e) {
            LOG.debug("the tables are closed at the moment", e);
        }
    }

    /** The application doesn't run at the moment. */
    void stopped() {
        standbyLag = OptionalLong.empty();
    }

    /** The lag of the standby store that is furthest behind, in records; empty if currently unknown. */
    OptionalLong standbyLag() {
        return standbyLag;
    }
}
