package dev.partnercatalog.query.table;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Asks the brokers where partitions end, as a reader of what is committed sees it. Thread-safe. */
public final class CommittedEnds implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** If nobody answered for so long, this process stood still, which says nothing of the brokers. */
    private static final Duration STANDSTILL = PATIENCE.multipliedBy(2);

    private final Admin admin;
    private final LongSupplier nanoTime;

    /** @param admin closed with this */
    public CommittedEnds(Admin admin) {
        this(admin, System::nanoTime);
    }

    CommittedEnds(Admin admin, LongSupplier nanoTime) {
        this.admin = admin;
        this.nanoTime = nanoTime;
    }

    /**
     * The offset after all that is committed by now; empty where the brokers don't say so within a second. If this process
     * stood still while it asked, it asks once more.
     */
    public OptionalLong of(TopicPartition partition) throws InterruptedException {
        long asked = nanoTime.getAsLong();
        OptionalLong end = ask(partition);
        boolean stoodStill = end.isEmpty() && nanoTime.getAsLong() - asked > STANDSTILL.toNanos();
        return stoodStill ? ask(partition) : end;
    }

    private OptionalLong ask(TopicPartition partition) throws InterruptedException {
        int patience = Math.toIntExact(PATIENCE.toMillis());
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

    @Override
    public void close() {
        admin.close(PATIENCE);
    }
}
