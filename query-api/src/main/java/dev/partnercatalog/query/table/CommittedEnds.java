package dev.partnercatalog.query.table;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Asks the brokers where partitions end, as a reader of what is committed sees it. Thread-safe. */
public final class CommittedEnds implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Admin admin;

    /** @param admin closed with this */
    public CommittedEnds(Admin admin) {
        this.admin = admin;
    }

    /** The offset after all that is committed by now; empty where the brokers don't say so within a second. */
    public OptionalLong of(TopicPartition partition) throws InterruptedException {
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
