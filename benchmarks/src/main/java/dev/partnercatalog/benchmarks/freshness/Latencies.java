package dev.partnercatalog.benchmarks.freshness;

import dev.partnercatalog.benchmarks.input.Arrivals;
import dev.partnercatalog.benchmarks.input.Marker;
import dev.partnercatalog.benchmarks.input.Markers;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** When changes that are numbered one after the other were due and when they arrived. Thread-safe. */
final class Latencies implements Arrivals {

    private static final double MILLI = 1e6;

    private final int first;
    private final AtomicLongArray due;
    private final AtomicLongArray arrived;
    private final CountDownLatch missing;
    private final Runnable arrival;

    /**
     * @param first the first change's number
     * @param arrival told of each change that arrives
     */
    Latencies(int first, int count, Runnable arrival) {
        this.first = first;
        this.due = new AtomicLongArray(count);
        this.arrived = new AtomicLongArray(count);
        this.missing = new CountDownLatch(count);
        this.arrival = arrival;
    }

    /** A change is due to be published, in nanoseconds of {@link System#nanoTime()}. */
    void due(int change, long nanos) {
        due.set(change - first, nanos);
    }

    /** Takes bytes that hold changes; those of others, and what came before, don't count. */
    void arrived(byte[] bytes, long nanos) {
        Markers.forEach(bytes, (marker, change) -> {
            int index = change - first;
            if (marker == Marker.BPD
                    && index >= 0
                    && index < arrived.length()
                    && arrived.compareAndSet(index, 0, nanos)) {
                missing.countDown();
                arrival.run();
            }
        });
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        arrived(record.value(), System.nanoTime());
    }

    @Override
    public boolean isComplete() {
        return missing.getCount() == 0;
    }

    @Override
    public String missing() {
        return missing.getCount() + " of " + arrived.length() + " changes";
    }

    /** Waits until all have arrived; throws {@link IOException} where they don't. */
    void await(Duration patience) throws IOException, InterruptedException {
        if (!missing.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("did not arrive: " + missing());
        }
    }

    /** So many percent of the changes took no longer; in milliseconds. */
    double percentile(double percent) {
        double[] millis = IntStream.range(0, arrived.length())
                .mapToDouble(i -> (arrived.get(i) - due.get(i)) / MILLI)
                .toArray();
        Arrays.sort(millis);
        return millis[Math.min(millis.length - 1, (int) (millis.length * percent / 100))];
    }
}
