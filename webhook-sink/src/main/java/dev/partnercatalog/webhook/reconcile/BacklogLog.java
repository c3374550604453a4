package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.WebhookBacklog;

/** Receives how much is due. Thread-safe; never waits and never fails. */
@FunctionalInterface
public interface BacklogLog {

    /**
     * Reports how much is due to a partner in a partition.
     *
     * @param written called on any thread once the report is durable, unless a later one of the same partition replaces
     *     it
     */
    void publish(WebhookBacklog backlog, Runnable written);
}
