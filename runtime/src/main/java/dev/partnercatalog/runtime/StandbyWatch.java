package dev.partnercatalog.runtime;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.LagInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every second how far the local stores of a running application are behind their logs: those that are copies for
 * when another instance goes away. Thread-safe.
 */
final class StandbyWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StandbyWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final KafkaStreams streams;
    private final PeriodicTask looking = new PeriodicTask("standby-watch", INTERVAL, this::look);
    private volatile OptionalLong lag = OptionalLong.empty();

    StandbyWatch(KafkaStreams streams) {
        this.streams = streams;
    }

    void start() {
        looking.start();
    }

    /** By how many records the store that is furthest behind is behind; empty where nobody knows. */
    OptionalLong lag() {
        return lag;
    }

    /** Whether all copies are as good as whole. */
    boolean isWhole() {
        OptionalLong now = lag;
        return now.isPresent() && now.getAsLong() <= GroupSettings.NEAR;
    }

    /** To be called when partitions are dealt out anew: there may be other copies then. */
    void forget() {
        lag = OptionalLong.empty();
    }

    private void look() {
        try {
            if (streams.state() == State.RUNNING) {
                Map<String, Map<Integer, LagInfo>> lags = streams.allLocalStorePartitionLags();
                lag = OptionalLong.of(lags.values().stream()
                        .flatMap(store -> store.values().stream())
                        .mapToLong(LagInfo::offsetLag)
                        .max()
                        .orElse(0));
            }
        } catch (RuntimeException e) {
            // Brokers that are away are the common cause. Whatever it is, the next second looks again.
            LOG.debug("how far copies are behind can't be told now", e);
        }
    }

    @Override
    public void close() {
        looking.close();
    }
}
