package dev.partnercatalog.webhook;

import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Delivery;
import dev.partnercatalog.webhook.reconcile.Limits;
import dev.partnercatalog.webhook.reconcile.Reconciler;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.SubscriptionTable;
import java.util.function.Function;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** Starts the reconciler of each task with what all tasks of the process share. Thread-safe. */
record ReconcilerFactory(SubscriptionTable subscriptions, Delivery delivery, Backoff backoff, Limits limits) {

    Reconciler start(
            SinkState state,
            Function<String, ReadOnlyKeyValueStore<String, byte[]>> globalStores,
            Runnable requestCommit) {
        subscriptions.open(globalStores);
        return new Reconciler(state, subscriptions::current, delivery, backoff, limits, requestCommit);
    }
}
