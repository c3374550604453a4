package dev.partnercatalog.query.table;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the standbys of this instance are behind, asked of the brokers every second while there are any. What was
 * learned is good for half a minute: then nobody knows any more. Thread-safe.
 */
public final class StandbyLag implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StandbyLag.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration GOOD_FOR = Duration.ofSeconds(30);

    private record Sample(Map<String, Map<Integer, LagInfo>> lags, long at) {}

    private final BooleanSupplier anyStandby;
    private final Supplier<Map<String, Map<Integer, LagInfo>>> lags;
    private final ScheduledExecutorService sampling;
    private volatile Sample sample = new Sample(Map.of(), System.nanoTime());

    StandbyLag(BooleanSupplier anyStandby, Supplier<Map<String, Map<Integer, LagInfo>>> lags) {
        this.anyStandby = anyStandby;
        this.lags = lags;
        this.sampling = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "standby-lag");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Asks for the standbys of an application while it runs. */
    public static StandbyLag of(KafkaStreams streams) {
        StandbyLag lag = new StandbyLag(
                () -> streams.state().isRunningOrRebalancing()
                        && streams.metadataForLocalThreads().stream()
                                .anyMatch(thread -> !thread.standbyTasks().isEmpty()),
                streams::allLocalStorePartitionLags);
        var unused = lag.sampling.scheduleWithFixedDelay(
                lag::take, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        return lag;
    }

    void take() {
        try {
            if (anyStandby.getAsBoolean()) {
                sample = new Sample(lags.get(), System.nanoTime());
            }
        } catch (RuntimeException e) {
            // Brokers that are away are the common cause. Whatever it is, the next second asks again.
            LOG.debug("how far the standbys are can't be told now", e);
        }
    }

    /** In records; empty where it isn't known. */
    OptionalLong of(Table table, int partition) {
        Sample known = sample;
        LagInfo lag = known.lags().getOrDefault(table.storeName(), Map.of()).get(partition);
        boolean old = System.nanoTime() - known.at() > GOOD_FOR.toNanos();
        return lag == null || old ? OptionalLong.empty() : OptionalLong.of(Math.max(0, lag.offsetLag()));
    }

    @Override
    public void close() {
        sampling.shutdownNow();
    }
}
