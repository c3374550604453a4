package dev.partnercatalog.query.table;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * How far the tables that every instance holds completely have progressed in their topics, for requests that wait for
 * them. Thread-safe.
 */
public final class GlobalProgress {

    private final Map<TopicPartition, Long> applied = new HashMap<>();

    /** Everything before each of these positions is applied. */
    synchronized void applied(Map<TopicPartition, Long> positions) {
        applied.putAll(positions);
        notifyAll();
    }

    /**
     * Waits until everything before a position is applied.
     *
     * @param deadline in terms of {@link System#nanoTime}
     * @return whether that happened in time
     */
    public boolean await(TopicPartition partition, long position, long deadline) throws InterruptedException {
        return await(() -> applied.getOrDefault(partition, -1L) >= position, deadline);
    }

    /**
     * Waits until a condition on the tables holds; it is checked whenever they have progressed.
     *
     * @param deadline in terms of {@link System#nanoTime}
     * @return whether that happened in time
     */
    public synchronized boolean await(BooleanSupplier condition, long deadline) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }
}
