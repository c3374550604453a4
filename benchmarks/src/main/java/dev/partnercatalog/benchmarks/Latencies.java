package dev.partnercatalog.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final long INTERVAL_MS = 50;

    private final int first;
    private final AtomicLongArray due;
    private final AtomicLongArray arrived;
    private final AtomicInteger missing;
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
        this.missing = new AtomicInteger(count);
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

    /** A change has arrived, in microseconds since 1970; changes that aren't among these don't count. */
    void arrived(int change, long micros) {
        if (change < first + arrived.length()) {
            for (int i = change - first; i >= 0 && arrived.compareAndSet(i, 0, micros); i -= things) {
                missing.decrementAndGet();
            }
        }
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        long now = Pace.now();
        Marker.forEach(record.value(), change -> arrived(change, now));
    }

    @Override
    public String missing() {
        return missing.get() == 0 ? "" : missing + " of " + arrived.length() + " changes";
    }

    /** Waits until the receiver, which watches for changes, has seen all; throws {@link IOException} if it doesn't. */
    void await(JavaProcess receiver) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            for (Receiver.Arrival arrival : Receiver.Arrival.ask(receiver)) {
                arrived(arrival.change(), arrival.micros());
            }
            if (missing().isEmpty()) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("did not arrive: " + missing());
            }
            TimeUnit.MILLISECONDS.sleep(INTERVAL_MS);
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
