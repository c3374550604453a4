package dev.partnercatalog.query;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks the brokers where partitions end.
 *
 * @param away whether the brokers don't answer
 * @param nanoTime as {@link System#nanoTime}
 */
record AskedEnds(Admin admin, BooleanSupplier away, LongSupplier nanoTime) implements PartnerFreshness.Ends {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** While the brokers are away: each who asks holds a place among the requests. */
    private static final Duration AWAY_PATIENCE = Duration.ofMillis(100);

    /** If nobody responded for this long, this process was stopped, which says nothing about the brokers. */
    private static final Duration STANDSTILL = PATIENCE.multipliedBy(2);

    /**
     * The offset after everything that is committed now; empty if the brokers don't respond within a second, or a
     * tenth of it while they are away. If this process was stopped while asking, it asks once more.
     */
    @Override
    public OptionalLong of(TopicPartition partition) throws InterruptedException {
        long asked = nanoTime.getAsLong();
        OptionalLong end = ask(partition);
        boolean stoodStill = end.isEmpty() && nanoTime.getAsLong() - asked > STANDSTILL.toNanos();
        return stoodStill ? ask(partition) : end;
    }

    private OptionalLong ask(TopicPartition partition) throws InterruptedException {
        int patience = Math.toIntExact((away.getAsBoolean() ? AWAY_PATIENCE : PATIENCE).toMillis());
        ListOffsetsOptions committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(patience);
        try {
            return OptionalLong.of(admin.listOffsets(Map.of(partition, OffsetSpec.latest()), committed)
                    .partitionResult(partition)
                    .get(patience, TimeUnit.MILLISECONDS)
                    .offset());
        } catch (ExecutionException | TimeoutException e) {
            return OptionalLong.empty();
        }
    }
}
