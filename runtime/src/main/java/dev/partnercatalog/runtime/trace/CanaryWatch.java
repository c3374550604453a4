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
 * How long it is ago that events of no product, which the resolver's instances publish at an interval, were published
 * that have come through to here. Whatever stops events on the way, it grows. Thread-safe.
 */
public final class CanaryWatch {

    /** What an event may take at most, beside the interval at which they are published. */
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final Duration interval;
    private final InstantSource clock;
    private final Map<TopicPartition, Long> newest = new ConcurrentHashMap<>();
    private volatile Supplier<Set<TopicPartition>> partitions = Set::of;

    /** @param interval at which they are published; zero if they aren't */
    public CanaryWatch(Duration interval, InstantSource clock) {
        this.interval = interval;
        this.clock = clock;
    }

    /** Looks from now on at the partitions that this instance has at the time of a look. */
    public void watch(Supplier<Set<TopicPartition>> own) {
        partitions = own;
    }

    /** An event of no product has come. */
    public void arrived(TopicPartition partition, Cause cause) {
        Long time = cause.eventTime();
        if (time != null) {
            newest.merge(partition, time, Math::max);
        }
    }

    /** How old the newest one is, of the partition where it is oldest. Zero if none are published. */
    public Duration age() {
        if (interval.isZero()) {
            return Duration.ZERO;
        }
        long now = clock.millis();
        Set<TopicPartition> own = partitions.get();
        newest.keySet().retainAll(own);
        // One that has just come here has a whole bound from now on.
        own.forEach(partition -> newest.putIfAbsent(partition, now));
        long oldest = newest.values().stream().mapToLong(Long::longValue).min().orElse(now);
        return Duration.ofMillis(Math.max(0, now - oldest));
    }

    /** Whether none has come for three intervals and a minute. */
    public boolean isLate() {
        return age().compareTo(interval.multipliedBy(3).plus(BOUND)) > 0;
    }

    /** Registers what an operator needs to know. */
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("catalog.canary.age.seconds", this, watch -> watch.age().toMillis() / 1000.0)
                .description("How long ago the newest event of no product was published that has come here.")
                .register(registry);
    }
}
