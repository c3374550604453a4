package dev.partnercatalog.webhook;

import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogStores;
import dev.partnercatalog.webhook.journal.Journal;
import dev.partnercatalog.webhook.membership.CommitPace;
import dev.partnercatalog.webhook.membership.LateRows;
import dev.partnercatalog.webhook.membership.Membership;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext;
import dev.partnercatalog.webhook.subscription.SubscriptionTable;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What the tasks of a process share. Thread-safe. */
record SinkTasks(TopicSettings topics, Tables tables, Kept kept, OfThread ofThread, ReconcilerContext shared) {

    /** Global tables. */
    record Tables(SubscriptionTable subscriptions, Journal journal) {}

    record Kept(CatalogStores stores, CatalogWatch watch, LateRows lateRows, LongSupplier nanoTime) {}

    /** What the calling stream thread has of its own. */
    record OfThread(Supplier<Membership> membership, Supplier<CommitPace> pace) {}
}
