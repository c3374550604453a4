package dev.partnercatalog.query;

import dev.partnercatalog.query.operation.CommandGateway.ConfirmedChanges;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
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
 * Lets a partner read at every instance what any instance has confirmed (D18): asks the brokers for the end of the
 * topic of configurations, and waits until this instance's table has reached it. Thread-safe.
 */
final class PartnerFreshness implements ConfirmedChanges {

    private static final Duration BROKERS_PATIENCE = Duration.ofSeconds(1);

    /** While the brokers are away: each who asks holds a place among the requests. */
    private static final Duration AWAY_PATIENCE = Duration.ofMillis(100);

    /** If nobody responded for this long, this process was stopped, which says nothing about the brokers. */
    private static final Duration STANDSTILL = BROKERS_PATIENCE.multipliedBy(2);

    private final Admin admin;
    private final BooleanSupplier away;
    private final LongSupplier nanoTime;
    private final TableProgress progress;
    private final TopicSettings topics;
    private final Duration patience;

    /** Waits with some patience for the table, and with less for brokers that are away. */
    PartnerFreshness(
            Admin admin,
            BooleanSupplier away,
            LongSupplier nanoTime,
            TableProgress progress,
            TopicSettings topics,
            Duration patience) {
        this.admin = admin;
        this.away = away;
        this.nanoTime = nanoTime;
        this.progress = progress;
        this.topics = topics;
        this.patience = patience;
    }

    /** Returns at once if the brokers don't respond. */
    @Override
    public boolean await(String partnerId) {
        TopicPartition partition = new TopicPartition(
                CatalogTopic.PARTNER_CONFIGS.name(topics.prefix()), Partitioning.byKey(partnerId, topics.partitions()));
        try {
            OptionalLong end = end(partition);
            if (end.isPresent()
                    && !progress.await(partition, end.getAsLong(), System.nanoTime() + patience.toNanos())) {
                throw HttpProblem.unavailable("The latest changes of partners have not arrived here yet.");
            }
            return end.isPresent();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw HttpProblem.unavailable("The service is stopping.");
        }
    }

    /**
     * The offset after everything that is committed now; empty if the brokers don't respond within a second, or a tenth of
     * it while they are away. If this process was stopped while asking, it asks once more.
     */
    private OptionalLong end(TopicPartition partition) throws InterruptedException {
        long asked = nanoTime.getAsLong();
        OptionalLong end = ask(partition);
        boolean stoodStill = end.isEmpty() && nanoTime.getAsLong() - asked > STANDSTILL.toNanos();
        return stoodStill ? ask(partition) : end;
    }

    private OptionalLong ask(TopicPartition partition) throws InterruptedException {
        int millis = Math.toIntExact((away.getAsBoolean() ? AWAY_PATIENCE : BROKERS_PATIENCE).toMillis());
        ListOffsetsOptions committed = new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(millis);
        try {
            return OptionalLong.of(admin.listOffsets(Map.of(partition, OffsetSpec.latest()), committed)
                    .partitionResult(partition)
                    .get(millis, TimeUnit.MILLISECONDS)
                    .offset());
        } catch (ExecutionException | TimeoutException e) {
            return OptionalLong.empty();
        }
    }
}
