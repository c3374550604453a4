package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.reconcile.Reconciler.Commits;
import dev.partnercatalog.webhook.reconcile.Reconciler.Ownership;
import dev.partnercatalog.webhook.state.MemoryStore;

/**
 * What keeps the partners' copies of a partition, as the world around it sees it. A kill drops it without a word: another
 * one is made from what is left.
 */
interface SinkUnderTest {

    /**
     * What one is made of.
     *
     * @param store its logged store, as it is restored
     * @param kept what its instance holds of the catalog
     * @param shared the configurations as its instance knows them, the way to the endpoints, limits and reports
     */
    record Surroundings(MemoryStore store, CatalogInTest kept, Commits commits, ReconcilerContext shared, long now) {}

    /** Takes a record of a source; after a kill perhaps one that it, or its instance's catalog, has already. */
    void apply(TopicRecord record, long now);

    /**
     * Time passes. It takes the outcomes of messages, adopts the configurations, and may form messages.
     *
     * @param atEnd whether it knows all that the sources and the configurations were when this instance began
     */
    void tick(long now, boolean atEnd);

    /** What it has written is durable: it may start messages, if the partition is still its own. */
    void committed(Ownership ours);

    /** How many rows of its store say that something is still to be done, or that its outcome isn't known. */
    long left();

    /** An orderly stop. */
    void stop();
}
