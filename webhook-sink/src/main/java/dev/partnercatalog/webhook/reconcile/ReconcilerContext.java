package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.webhook.delivery.AttemptLog;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.util.function.Supplier;

/**
 * What the reconcilers of all tasks of a process share. All of it is thread-safe.
 *
 * @param subscriptions supplies the newest ones; the same object while nothing has changed
 */
public record ReconcilerContext(
        Supplier<Subscriptions> subscriptions,
        MessageDelivery delivery,
        Rules rules,
        UnfinishedMessages unfinished,
        Reports reports) {

    /**
     * How much is done at a time, and how soon again.
     *
     * @param backoff pauses for records that are refused when sent alone
     * @param removals how much may be removed at a time
     */
    public record Rules(Backoff backoff, ReconcileLimits limits, RemovalLimit removals) {}

    /**
     * Who learns what the reconcilers do.
     *
     * @param attempts receives pings that can't even be tried
     * @param backlogs receives how much is due
     * @param delivered receives each change that a partner accepted
     */
    public record Reports(AttemptLog attempts, BacklogLog backlogs, Freshness delivered) {}
}
