package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.health.HealthCheck;
import dev.partnercatalog.runtime.health.HealthCheck.Verdict;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.apache.kafka.streams.LagInfo;

/**
 * How far a running application's stores are behind their logs, above all its standby stores: copies that take over when
 * another instance leaves.
 */
final class StandbyCheck implements HealthCheck {

    private final Supplier<KafkaStreams> streams;
    private final BiConsumer<Map<String, Map<Integer, LagInfo>>, Instant> looked;
    private volatile OptionalLong lag = OptionalLong.empty();

    /**
     * @param looked receives, after each check, where each store is by its name and partition, and the time before the
     *     check
     */
    StandbyCheck(Supplier<KafkaStreams> streams, BiConsumer<Map<String, Map<Integer, LagInfo>>, Instant> looked) {
        this.streams = streams;
        this.looked = looked;
    }

    /** The lag of the store that is furthest behind, in records; empty if unknown. */
    OptionalLong lag() {
        return lag;
    }

    /** Fine if all copies are practically complete. */
    @Override
    public Verdict verdict() {
        OptionalLong now = lag;
        return now.isPresent() && now.getAsLong() <= GroupSettings.NEAR ? Verdict.FINE : Verdict.UNSETTLED;
    }

    /** To be called when partitions are reassigned: there may be other copies afterwards. */
    void forget() {
        lag = OptionalLong.empty();
    }

    @Override
    public void look() {
        KafkaStreams now = streams.get();
        if (now.state() != State.RUNNING) {
            return;
        }
        Instant asked = Instant.now();
        Map<String, Map<Integer, LagInfo>> lags = now.allLocalStorePartitionLags();
        lag = OptionalLong.of(lags.values().stream()
                .flatMap(store -> store.values().stream())
                .mapToLong(LagInfo::offsetLag)
                .max()
                .orElse(0));
        if (now.state() == State.RUNNING) {
            looked.accept(lags, asked);
        }
    }
}
