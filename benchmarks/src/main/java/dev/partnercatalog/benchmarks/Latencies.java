package dev.partnercatalog.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * When consecutively numbered changes were due and when they arrived. If the same things change in turn, a change that
 * arrives counts for the earlier ones of the same thing too, which it replaced on their way. Thread-safe.
 */
final class Latencies implements AwaitedRecords {

    private static final double MILLI = 1e6;

    private final Marker kind;
    private final int first;
    private final AtomicLongArray due;
    private final AtomicLongArray arrived;
    private final CountDownLatch missing;
    private final int things;

    /**
     * @param kind what changes
     * @param first number of the first change
     * @param things number of things that change in turn
     */
    Latencies(Marker kind, int first, int count, int things) {
        this.kind = kind;
        this.first = first;
        this.things = things;
        this.due = new AtomicLongArray(count);
        this.arrived = new AtomicLongArray(count);
        this.missing = new CountDownLatch(count);
    }

    /** A change is due to be published at this time, in nanoseconds of {@link System#nanoTime()}. */
    void due(int change, long nanos) {
        due.set(change - first, nanos);
    }

    /** Examines bytes that contain changes; other changes, and earlier ones, don't count. */
    void arrived(byte[] bytes, long nanos) {
        Marker.forEach(bytes, (marker, change) -> {
            if (marker == kind && change < first + arrived.length()) {
                for (int i = change - first; i >= 0 && arrived.compareAndSet(i, 0, nanos); i -= things) {
                    missing.countDown();
                }
            }
        });
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        arrived(record.value(), System.nanoTime());
    }

    int count() {
        return arrived.length();
    }

    @Override
    public String missing() {
        return missing.getCount() == 0 ? "" : missing.getCount() + " of " + arrived.length() + " changes";
    }

    /** Waits until all have arrived; throws {@link IOException} if they don't. */
    void await(Duration patience) throws IOException, InterruptedException {
        if (!missing.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("did not arrive: " + missing());
        }
    }

    /** The time within which this percentage of the changes arrived, in milliseconds. */
    double percentile(double percent) {
        double[] millis = IntStream.range(0, arrived.length())
                .mapToDouble(i -> (arrived.get(i) - due.get(i)) / MILLI)
                .toArray();
        Arrays.sort(millis);
        return millis[Math.min(millis.length - 1, (int) (millis.length * percent / 100))];
    }

    /** The percentiles for which there are rows. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "p50 %.0f ms, p99 %.0f ms", percentile(50), percentile(99));
    }
}
