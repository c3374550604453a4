package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.WebhookBacklog;

/** Receives how much is due. Thread-safe; never waits and never fails. */
@FunctionalInterface
public interface BacklogLog {

    /** Reports how much is due to a partner in a partition. */
    void publish(WebhookBacklog backlog);
}
