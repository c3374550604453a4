package dev.partnercatalog.runtime.trace;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Measures how long ago the canary events that have arrived here were published. The resolver's instances publish them
 * at an interval. The age grows if anything stops events on their way. Thread-safe.
 */
public final class CanaryWatch {

    /** The maximum time that an event may take, in addition to the interval at which canaries are published. */
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final Duration interval;
    private final InstantSource clock;
    private final Map<TopicPartition, Long> newest = new ConcurrentHashMap<>();
    private volatile Supplier<Set<TopicPartition>> partitions = Set::of;

    /** @param interval at which canary events are published; zero if they aren't */
    public CanaryWatch(Duration interval, InstantSource clock) {
        this.interval = interval;
        this.clock = clock;
    }

    /** From now on, watches the partitions that this instance owns at the time of each check. */
    public void watch(Supplier<Set<TopicPartition>> own) {
        partitions = own;
    }

    /** A canary event has arrived. */
    public void arrived(TopicPartition partition, Cause cause) {
        Long time = cause.eventTime();
        if (time != null) {
            newest.merge(partition, time, Math::max);
        }
    }

    /** The age of the newest canary event, in the partition where it is oldest. Zero if none are published. */
    public Duration age() {
        if (interval.isZero()) {
            return Duration.ZERO;
        }
        long now = clock.millis();
        Set<TopicPartition> own = partitions.get();
        newest.keySet().retainAll(own);
        // For a partition that has just been assigned, the time starts now.
        own.forEach(partition -> newest.putIfAbsent(partition, now));
        long oldest = newest.values().stream().mapToLong(Long::longValue).min().orElse(now);
        return Duration.ofMillis(Math.max(0, now - oldest));
    }

    /** Whether none has arrived for three intervals and a minute. */
    public boolean isLate() {
        return age().compareTo(interval.multipliedBy(3).plus(BOUND)) > 0;
    }

    /** Registers the metrics for the operator. */
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("catalog.canary.age.seconds", this, watch -> watch.age().toMillis() / 1000.0)
                .description("Age of the newest canary event that has arrived here.")
                .register(registry);
    }
}
