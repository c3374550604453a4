package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.webhook.delivery.Delivery;
import dev.partnercatalog.webhook.delivery.Lane;
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
    private final VariantsChanged body;
    private final List<Batch.Entry> entries = new ArrayList<>();
    private @Nullable Long newSince;
    private int looked = 1;

    private Gathering(
            SinkState state, Comparison comparison, Subscriber subscriber, DueQueue queue, Limits limits, long now) {
        this.state = state;
        this.comparison = comparison;
        this.subscriber = subscriber;
        this.queue = queue;
        this.now = now;
        this.body = new VariantsChanged(limits.records(), limits.bytes());
    }

    /**
     * What comes next in a lane. A refused record goes alone; otherwise the variants of a message that didn't get through
     * stay together, if there is one.
     */
    static Gathering next(
            Lane lane,
            SinkState state,
            Comparison comparison,
            Subscriber subscriber,
            DueQueue queue,
            Limits limits,
            long now) {
        Gathering gathering = new Gathering(state, comparison, subscriber, queue, limits, now);
        if (lane == Lane.REFUSED) {
            gathering.addRefused();
            return gathering;
        }
        List<ScopedVariant> group = lane == Lane.LIVE ? queue.pollGroup() : null;
        if (group == null) {
            gathering.addUpTo(limits.looksForOne());
        } else {
            gathering.addAll(group);
        }
        return gathering;
    }

    private void addRefused() {
        ScopedVariant variant = queue.pollRefused();
        Due due = variant == null ? null : state.marks().get(subscriber.partnerId(), variant);
        if (variant != null && due != null && due.refusals() > 0) {
            add(variant);
        }
    }

    private void addUpTo(int looks) {
        for (int i = 0; i < looks && !body.isFull(); i++) {
            ScopedVariant variant = queue.poll(now);
            if (variant == null) {
                return;
            }
            looked++;
            if (!add(variant)) {
                queue.markedLive(variant, Cause.UNKNOWN);
                return;
            }
        }
    }

    private void addAll(List<ScopedVariant> group) {
        looked = group.size();
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
        Due due = queue.isInFlight(variant) ? null : state.marks().get(partnerId, variant);
        if (due == null) {
            return true;
        }
        Held held = state.held(partnerId, variant);
        Difference difference = comparison.difference(subscriber, variant, held);
        if (difference == null) {
            state.marks().clear(partnerId, variant);
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
        entries.add(new Batch.Entry(variant, attempt, held.inDoubt(), due.cause()));
        queue.launched(variant);
        return true;
    }

    private long newSince() {
        if (newSince == null) {
            newSince = state.uniqueTime(now);
        }
        return newSince;
    }

    /** How many due variants were looked at, counting at least one. */
    int looked() {
        return looked;
    }

    /** Null where there was nothing to send. */
    @Nullable
    Batch batch(Delivery.Permit permit) {
        return entries.isEmpty() ? null : Batch.of(subscriber, permit, entries, body);
    }
}
