package dev.partnercatalog.query.table;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * How far the tables that every instance holds whole have got in their topics, for those who wait for them. Thread-safe.
 */
public final class GlobalProgress {

    private final Map<TopicPartition, Long> applied = new HashMap<>();

    /** All before each of these positions is applied. */
    synchronized void applied(Map<TopicPartition, Long> positions) {
        applied.putAll(positions);
        notifyAll();
    }

    /**
     * Waits until all before a position is applied.
     *
     * @param deadline by {@link System#nanoTime}
     * @return whether that came in time
     */
    public boolean await(TopicPartition partition, long position, long deadline) throws InterruptedException {
        return await(() -> applied.getOrDefault(partition, -1L) >= position, deadline);
    }

    /**
     * Waits until a condition on the tables holds; it is looked at whenever they have got on.
     *
     * @param deadline by {@link System#nanoTime}
     * @return whether that came in time
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
