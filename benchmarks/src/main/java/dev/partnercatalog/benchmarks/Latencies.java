package dev.partnercatalog.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Publishes consecutively numbered changes at a steady pace, and says when they were due and when they arrived. If the
 * same things change in turn, a change that arrives counts for the earlier ones of the same thing too, which it replaced
 * on their way. Thread-safe.
 */
final class Latencies implements Pipeline.Awaited {

    private static final int PATIENCE_MINUTES = 5;

    private final int first;
    private final AtomicLongArray due;
    private final AtomicLongArray arrived;
    private final CountDownLatch missing;
    private final int things;

    /**
     * @param first number of the first change
     * @param things number of things that change in turn
     */
    Latencies(int first, int count, int things) {
        this.first = first;
        this.things = things;
        this.due = new AtomicLongArray(count);
        this.arrived = new AtomicLongArray(count);
        this.missing = new CountDownLatch(count);
    }

    /**
     * Publishes the changes.
     *
     * @param records one for each
     */
    void publish(TopicWriter topics, double aSecond, List<ProducerRecord<String, byte[]>> records) throws IOException {
        Pace.steadily(aSecond, records.size(), (number, when) -> {
            due.set(number, when);
            topics.put(records.get(number));
        });
        topics.flush();
    }

    /** These bytes have arrived, in microseconds since 1970; changes in them that aren't among these don't count. */
    void found(byte[] bytes, long micros) {
        Marker.forEach(bytes, change -> arrived(change, micros));
    }

    /** A change has arrived, in microseconds since 1970. */
    void arrived(int change, long micros) {
        if (change < first + arrived.length()) {
            for (int i = change - first; i >= 0 && arrived.compareAndSet(i, 0, micros); i -= things) {
                missing.countDown();
            }
        }
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        found(record.value(), Pace.now());
    }

    @Override
    public String missing() {
        return missing.getCount() == 0 ? "" : missing.getCount() + " of " + arrived.length() + " changes";
    }

    /** Waits until all have arrived; throws {@link IOException} if they don't. */
    void await() throws IOException, InterruptedException {
        if (!missing.await(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            throw new IOException("did not arrive: " + missing());
        }
    }

    /** The time within which this percentage of the changes arrived, in milliseconds. */
    double percentile(double percent) {
        double[] millis = IntStream.range(0, arrived.length())
                .mapToDouble(i -> (arrived.get(i) - due.get(i)) / 1e3)
                .sorted()
                .toArray();
        return millis[Math.min(millis.length - 1, (int) (millis.length * percent / 100))];
    }

    /** The percentiles for which there are rows. */
    List<Double> percentiles() {
        return List.of(percentile(50), percentile(99));
    }
}
