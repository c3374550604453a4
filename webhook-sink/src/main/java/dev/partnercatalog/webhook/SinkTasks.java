package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.CommitPace;
import dev.partnercatalog.runtime.trace.CanaryWatch;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogStores;
import dev.partnercatalog.webhook.journal.EndpointTable;
import dev.partnercatalog.webhook.membership.Membership;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext;
import dev.partnercatalog.webhook.subscription.SubscriptionTable;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;

/**
 * What the tasks of a process share. Thread-safe.
 *
 * @param catalog makes the stores of what tasks keep of the catalog
 * @param memberships supplies the membership of the calling stream thread
 * @param canaries receives canary events
 * @param paces supplies the commit pace of the calling stream thread
 * @param watch learns how complete it is what tasks keep of the catalog
 * @param readers reads the topics beside the tasks
 */
record SinkTasks(
        TopicSettings topics,
        SubscriptionTable subscriptions,
        EndpointTable endpoints,
        ReconcilerContext shared,
        CatalogStores catalog,
        UnreadableRecords unreadable,
        Supplier<Membership> memberships,
        CanaryWatch canaries,
        Supplier<CommitPace> paces,
        CatalogWatch watch,
        TopicReaders readers) {

    /** A partition of one of the sources. */
    TopicPartition source(CatalogTopic topic, int partition) {
        return new TopicPartition(topic.name(topics.prefix()), partition);
    }
}
