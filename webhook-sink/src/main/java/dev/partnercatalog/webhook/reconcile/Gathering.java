package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.delivery.Delivery;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Held;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the next batch of a partner: looks at due variants one by one, at the newest state, drops the marks behind
 * which there is no difference, and writes down for the others that they are about to be tried.
 */
final class Gathering {

    private final SinkState state;
    private final Comparison comparison;
    private final Subscriber subscriber;
    private final DueQueue queue;
    private final long now;
    private final VariantsChanged body = new VariantsChanged();
    private final List<Batch.Entry> entries = new ArrayList<>();
    private @Nullable Long newSince;

    private Gathering(SinkState state, Comparison comparison, Subscriber subscriber, DueQueue queue, long now) {
        this.state = state;
        this.comparison = comparison;
        this.subscriber = subscriber;
        this.queue = queue;
        this.now = now;
    }

    /** The variants of a message that didn't get through, if there is one, else whatever comes next. */
    static Gathering next(
            SinkState state, Comparison comparison, Subscriber subscriber, DueQueue queue, int looks, long now) {
        Gathering gathering = new Gathering(state, comparison, subscriber, queue, now);
        List<ScopedVariant> group = queue.pollGroup();
        if (group == null) {
            gathering.addUpTo(looks);
        } else {
            gathering.addAll(group);
        }
        return gathering;
    }

    /** A record that was refused before goes alone. */
    static Gathering nextRefused(
            SinkState state, Comparison comparison, Subscriber subscriber, DueQueue queue, long now) {
        Gathering gathering = new Gathering(state, comparison, subscriber, queue, now);
        ScopedVariant variant = queue.pollRefused();
        if (variant != null) {
            Due due = state.due(subscriber.partnerId(), variant);
            boolean stillWaiting = due != null && due.refusals() > 0;
            if (stillWaiting) {
                gathering.add(variant);
            }
        }
        return gathering;
    }

    private void addUpTo(int looks) {
        for (int i = 0; i < looks; i++) {
            ScopedVariant variant = queue.poll(now);
            if (variant == null) {
                return;
            }
            if (!add(variant)) {
                queue.markedLive(variant);
                return;
            }
        }
    }

    private void addAll(List<ScopedVariant> group) {
        for (int i = 0; i < group.size(); i++) {
            if (!add(group.get(i))) {
                // Records have grown since: the rest makes a message of its own.
                queue.keepTogether(group.subList(i, group.size()));
                return;
            }
        }
    }

    /** Returns false where the variant has to be sent and has no place in this batch. */
    private boolean add(ScopedVariant variant) {
        String partnerId = subscriber.partnerId();
        if (queue.isInFlight(variant) || state.due(partnerId, variant) == null) {
            return true;
        }
        Held held = state.held(partnerId, variant);
        Difference difference = comparison.difference(subscriber, variant, held);
        if (difference == null) {
            state.deleteDue(partnerId, variant);
            if (!held.mayHaveAny()) {
                state.putHeld(partnerId, variant, Held.NOTHING);
            }
            return true;
        }
        if (!difference.addTo(body, variant)) {
            return false;
        }
        Long since = held.triedSince(difference.content(), subscriber.endpointHash());
        Held.Attempt attempt =
                new Held.Attempt(difference.content(), subscriber.endpointHash(), since == null ? newSince() : since);
        state.putHeld(partnerId, variant, held.trying(attempt));
        entries.add(new Batch.Entry(variant, attempt, held.inDoubt()));
        return true;
    }

    private long newSince() {
        if (newSince == null) {
            newSince = state.uniqueTime(now);
        }
        return newSince;
    }

    /** Null where there was nothing to send. */
    @Nullable
    Batch batch(Delivery.Permit permit) {
        return entries.isEmpty() ? null : Batch.of(subscriber.partnerId(), permit, entries, body);
    }
}
