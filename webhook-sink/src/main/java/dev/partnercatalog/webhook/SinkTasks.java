package dev.partnercatalog.webhook;

import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogStores;
import dev.partnercatalog.webhook.journal.JournaledTable;
import dev.partnercatalog.webhook.membership.CommitPace;
import dev.partnercatalog.webhook.membership.LateRows;
import dev.partnercatalog.webhook.membership.Membership;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext;
import dev.partnercatalog.webhook.subscription.SubscriptionTable;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What the tasks of a process share. Thread-safe. */
record SinkTasks(TopicSettings topics, Tables tables, Kept kept, OfThread ofThread, ReconcilerContext shared) {

    /** Global tables. */
    record Tables(SubscriptionTable subscriptions, JournaledTable endpoints) {}

    /**
     * What tasks read.
     *
     * @param watch learns how complete it is
     * @param gates makes the gate of a task, by its partition
     * @param lateRows finds what others write to the tasks' changelogs
     * @param nanoTime as {@link System#nanoTime}
     */
    record Kept(
            CatalogStores stores,
            CatalogWatch watch,
            IntFunction<CatalogGate> gates,
            LateRows lateRows,
            LongSupplier nanoTime) {}

    /**
     * What the calling stream thread has of its own.
     *
     * @param membership its membership in the group
     * @param pace how often it may commit
     */
    record OfThread(Supplier<Membership> membership, Supplier<CommitPace> pace) {}
}
