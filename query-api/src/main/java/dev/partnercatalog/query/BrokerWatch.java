package dev.partnercatalog.query;

import dev.partnercatalog.runtime.health.HealthCheck;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers where partitions end, and every few seconds whether they are available. Consumers can't tell: to
 * them, an unavailable broker and one with nothing new look the same.
 */
final class BrokerWatch implements HealthCheck {

    private static final Logger LOG = LoggerFactory.getLogger(BrokerWatch.class);
    static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final Duration END_PATIENCE = Duration.ofSeconds(1);

    /** As long as the last look found nobody: each who asks holds a place among the requests. */
    private static final Duration AWAY_PATIENCE = Duration.ofMillis(100);

    /** If nobody responded for this long, this process was stopped, which says nothing about the brokers. */
    private static final Duration STANDSTILL = END_PATIENCE.multipliedBy(2);

    private final Admin admin;
    private final LongSupplier nanoTime;
    private volatile boolean reachable = true;
    private volatile long answered;

    BrokerWatch(Admin admin, LongSupplier nanoTime) {
        this.admin = admin;
        this.nanoTime = nanoTime;
        this.answered = nanoTime.getAsLong();
    }

    /** For how long they have not responded; zero while they do. */
    Duration away() {
        return reachable ? Duration.ZERO : Duration.ofNanos(nanoTime.getAsLong() - answered);
    }

    /**
     * The offset after everything that is committed now; empty if the brokers don't respond within a second, or a
     * tenth of it while they are away. If this
     * process was stopped while asking, it asks once more.
     */
    OptionalLong end(TopicPartition partition) throws InterruptedException {
        long asked = nanoTime.getAsLong();
        OptionalLong end = askEnd(partition);
        boolean stoodStill = end.isEmpty() && nanoTime.getAsLong() - asked > STANDSTILL.toNanos();
        return stoodStill ? askEnd(partition) : end;
    }

    private OptionalLong askEnd(TopicPartition partition) throws InterruptedException {
        int patience = Math.toIntExact((reachable ? END_PATIENCE : AWAY_PATIENCE).toMillis());
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
    public void look() throws InterruptedException {
        boolean now = answer();
        if (now) {
            answered = nanoTime.getAsLong();
        }
        if (now != reachable) {
            LOG.warn(now ? "the brokers respond again" : "the brokers don't respond: responses may be outdated");
        }
        reachable = now;
    }

    private boolean answer() throws InterruptedException {
        try {
            return !admin.describeCluster()
                    .nodes()
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .isEmpty();
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }
}
