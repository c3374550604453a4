package dev.partnercatalog.runtime;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.LagInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every second how far a running application's stores are behind their logs, above all its standby stores: copies
 * that take over when another instance leaves. Thread-safe.
 */
final class StandbyWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StandbyWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final KafkaStreams streams;
    private final PeriodicTask looking = new PeriodicTask("standby-watch", INTERVAL, this::look);
    private final BiConsumer<Map<String, Map<Integer, LagInfo>>, Instant> looked;
    private volatile OptionalLong lag = OptionalLong.empty();

    /**
     * @param looked receives, after each check, where each store is by its name and partition, and the time before the
     *     check
     */
    StandbyWatch(KafkaStreams streams, BiConsumer<Map<String, Map<Integer, LagInfo>>, Instant> looked) {
        this.streams = streams;
        this.looked = looked;
    }

    void start() {
        looking.start();
    }

    /** The lag of the store that is furthest behind, in records; empty if unknown. */
    OptionalLong lag() {
        return lag;
    }

    /** Whether all copies are practically complete. */
    boolean isWhole() {
        OptionalLong now = lag;
        return now.isPresent() && now.getAsLong() <= GroupSettings.NEAR;
    }

    /** To be called when partitions are reassigned: there may be other copies afterwards. */
    void forget() {
        lag = OptionalLong.empty();
    }

    private void look() {
        try {
            if (streams.state() == State.RUNNING) {
                Instant asked = Instant.now();
                Map<String, Map<Integer, LagInfo>> lags = streams.allLocalStorePartitionLags();
                lag = OptionalLong.of(lags.values().stream()
                        .flatMap(store -> store.values().stream())
                        .mapToLong(LagInfo::offsetLag)
                        .max()
                        .orElse(0));
                if (streams.state() == State.RUNNING) {
                    looked.accept(lags, asked);
                }
            }
        } catch (RuntimeException e) {
            // Usually brokers are unavailable. Whatever the cause, the next check is in a second.
            LOG.debug("can't check how far copies are behind now", e);
        }
    }

    @Override
    public void close() {
        looking.close();
    }
}
