package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.CommitPace;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogStores;
import dev.partnercatalog.webhook.journal.JournaledTable;
import dev.partnercatalog.webhook.membership.Membership;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext;
import dev.partnercatalog.webhook.subscription.SubscriptionTable;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;

/** What the tasks of a process share. Thread-safe. */
record SinkTasks(
        TopicSettings topics,
        Tables tables,
        Kept kept,
        RecordWatch records,
        OfThread ofThread,
        ReconcilerContext shared) {

    /**
     * Global tables.
     *
     * @param current begins to ask whether the configurations of this moment are known here
     */
    record Tables(SubscriptionTable subscriptions, JournaledTable endpoints, Supplier<BooleanSupplier> current) {}

    /**
     * What tasks keep of the catalog.
     *
     * @param stores makes the stores
     * @param watch learns how complete they are
     * @param nanoTime as {@link System#nanoTime}
     */
    record Kept(CatalogStores stores, CatalogWatch watch, LongSupplier nanoTime) {}

    /**
     * What the calling stream thread has of its own.
     *
     * @param membership its membership in the group
     * @param pace how often it may commit
     */
    record OfThread(Supplier<Membership> membership, Supplier<CommitPace> pace) {}

    /** A partition of one of the sources. */
    TopicPartition source(CatalogTopic topic, int partition) {
        return new TopicPartition(topic.name(topics.prefix()), partition);
    }
}
