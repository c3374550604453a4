package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.reconcile.Comparison.Said;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Held;
import dev.partnercatalog.webhook.state.ListedAndHeld;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import org.jspecify.annotations.Nullable;

/** Finds out what has to be sent to a partner about a variant. */
record Examination(SinkState state, Subscriber subscriber) {

    /** Null if there is nothing to send; what is held is then brought in line with the partner's settings. */
    @Nullable
    Difference difference(ListedAndHeld both, boolean inDoubt, boolean anew, @Nullable Said before) {
        String partnerId = subscriber.partnerId();
        if (both.isUnknown()) {
            if (inDoubt) {
                state.putHeld(partnerId, both.variant(), both.held().doubted());
            }
            return null;
        }
        Comparison comparison = Comparison.of(subscriber, both, inDoubt, anew, before);
        if (comparison.renewed() != null) {
            state.putHeld(partnerId, both.variant(), Held.accepted(comparison.renewed()));
        }
        return comparison.difference();
    }

    /** Whether an earlier message went to the endpoint that the partner has now. */
    boolean isOfThisEndpoint(long version) {
        return version == subscriber.endpointVersion();
    }

    /** A record that was refused when it was sent alone waits for its time, and then goes alone. */
    boolean isRefusedForNow(Due due, Difference difference, long now) {
        Due.Refused before = due.refused();
        return before != null
                && DueQueue.isPaused(due, now)
                && before.content().equals(difference.content())
                && isOfThisEndpoint(before.endpoint());
    }
}
