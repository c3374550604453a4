package dev.partnercatalog.query;

import dev.partnercatalog.query.command.ConfirmedChanges;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * Lets a partner read at every instance what any instance has confirmed (D18): asks the brokers for the end of the
 * topic of configurations, and waits until this instance's table has reached it. Thread-safe.
 */
final class PartnerFreshness implements ConfirmedChanges {

    /** Returns the end of a partition; empty if unknown. */
    @FunctionalInterface
    interface Ends {
        OptionalLong of(TopicPartition partition) throws InterruptedException;
    }

    private final Ends ends;
    private final TableProgress progress;
    private final String topic;
    private final int partitions;
    private final Duration patience;

    /** @param patience how long to wait for the table */
    PartnerFreshness(Ends ends, TableProgress progress, TopicSettings topics, Duration patience) {
        this.ends = ends;
        this.progress = progress;
        this.topic = CatalogTopic.PARTNER_CONFIGS.name(topics.prefix());
        this.partitions = topics.partitions();
        this.patience = patience;
    }

    /** Returns at once if the brokers don't respond. */
    @Override
    public boolean await(String partnerId) {
        TopicPartition partition = new TopicPartition(topic, Partitioning.byKey(partnerId, partitions));
        try {
            OptionalLong end = ends.of(partition);
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
}
