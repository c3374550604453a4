package dev.partnercatalog.runtime.http;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket for each name, in bounded memory: a bucket that is full again is equivalent to none, so it can be
 * dropped. Names for which there is no room share one bucket, so that a flood of new names gains nothing, and no bucket
 * that isn't full is forgotten. Thread-safe.
 */
public final class TokenBuckets {

    private static final long SWEEP_INTERVAL = TimeUnit.SECONDS.toNanos(1);

    private final Bandwidth bandwidth;
    private final int most;
    private final TimeMeter time;
    private final ConcurrentMap<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final Bucket shared;
    private final AtomicLong swept;

    /** Buckets of one size, initially full: so many in addition to the shared one. */
    public TokenBuckets(Bandwidth bandwidth, int most, TimeMeter time) {
        this.bandwidth = bandwidth;
        this.most = most;
        this.time = time;
        this.shared = newBucket();
        this.swept = new AtomicLong(time.currentTimeNanos() - SWEEP_INTERVAL);
    }

    /** The bucket of a name. Don't keep it: it may be dropped when it is full. */
    public Bucket of(String name) {
        Bucket known = buckets.get(name);
        if (known != null) {
            return known;
        }
        if (buckets.size() >= most) {
            sweepNowAndThen();
        }
        return buckets.size() < most ? buckets.computeIfAbsent(name, added -> newBucket()) : shared;
    }

    /** A waiting time in whole seconds, rounded up, as for {@code Retry-After}. */
    public static long wholeSeconds(long nanos) {
        return TimeUnit.NANOSECONDS.toSeconds(nanos + TimeUnit.SECONDS.toNanos(1) - 1);
    }

    int size() {
        return buckets.size();
    }

    private void sweepNowAndThen() {
        long now = time.currentTimeNanos();
        long before = swept.get();
        if (now - before >= SWEEP_INTERVAL && swept.compareAndSet(before, now)) {
            buckets.values().removeIf(bucket -> bucket.getAvailableTokens() >= bandwidth.getCapacity());
        }
    }

    private Bucket newBucket() {
        return Bucket.builder()
                .addLimit(bandwidth)
                .withCustomTimePrecision(time)
                .build();
    }
}
