package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.WebhookBacklog;

/** Where it is told how much is due. Thread-safe; never waits and never fails. */
@FunctionalInterface
public interface BacklogLog {

    /**
     * Tells how much is due to a partner in a partition.
     *
     * @param written called on any thread once that is safe, unless a later one of the same partition takes its place
     */
    void publish(WebhookBacklog backlog, Runnable written);
}
