package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.runtime.trace.Freshness;
import dev.partnercatalog.webhook.delivery.AttemptLog;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.util.function.Supplier;

/**
 * What the reconcilers of all tasks of a process share. All of it is thread-safe.
 *
 * @param subscriptions supplies the newest ones; the same object while nothing has changed
 * @param backoff pauses for records that are refused when sent alone
 * @param removals how much may be removed at a time
 * @param attempts receives pings that can't even be tried
 * @param backlogs receives how much is due
 * @param delivered receives each change that a partner accepted
 */
public record ReconcilerContext(
        Supplier<Subscriptions> subscriptions,
        MessageDelivery delivery,
        Backoff backoff,
        ReconcileLimits limits,
        RemovalLimit removals,
        UnfinishedBatches unfinished,
        AttemptLog attempts,
        BacklogLog backlogs,
        Freshness delivered) {

    /** The same for one task, which takes turns with the others. */
    public ReconcilerContext ofOneTask() {
        return new ReconcilerContext(
                subscriptions,
                delivery.ofOneTask(),
                backoff,
                limits,
                removals,
                unfinished,
                attempts,
                backlogs,
                delivered);
    }
}
