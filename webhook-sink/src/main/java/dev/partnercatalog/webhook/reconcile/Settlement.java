package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.Freshness;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Held;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.List;

/** What the outcome of an attempt means for the records that were in it (D26). */
final class Settlement {

    private final SinkState state;
    private final Backoff backoff;
    private final Freshness delivered;

    /**
     * Records that are refused by themselves wait as {@code backoff} says.
     *
     * @param delivered told of each change that was accepted
     */
    Settlement(SinkState state, Backoff backoff, Freshness delivered) {
        this.state = state;
        this.backoff = backoff;
        this.delivered = delivered;
    }

    void settle(Batch batch, Outcome outcome, DueQueue queue, long now) {
        switch (outcome.result()) {
            case ACCEPTED -> accepted(batch, queue, now);
            case REFUSED -> refused(batch.partnerId(), batch.variants(), queue, now);
            case FAILED, STALE, GONE -> {
                if (outcome.received()) {
                    again(batch, queue);
                } else {
                    withdraw(batch, queue);
                }
            }
        }
    }

    /** The batch never left: what its partner has is as well known as before. */
    void withdraw(Batch batch, DueQueue queue) {
        for (Batch.Entry entry : batch.entries()) {
            Held held = state.held(batch.partnerId(), entry.variant());
            state.putHeld(batch.partnerId(), entry.variant(), held.notSent(entry.inDoubtBefore()));
        }
        again(batch, queue);
    }

    private static void again(Batch batch, DueQueue queue) {
        batch.variants().forEach(queue::landed);
        queue.keepTogether(batch.variants());
    }

    private void accepted(Batch batch, DueQueue queue, long now) {
        for (Batch.Entry entry : batch.entries()) {
            state.putHeld(batch.partnerId(), entry.variant(), Held.afterAccepting(entry.attempt()));
            delivered.reached(entry.cause(), now);
            Cause meanwhile = queue.landed(entry.variant());
            if (meanwhile == null) {
                state.marks().clear(batch.partnerId(), entry.variant());
            } else {
                state.marks().keepFor(batch.partnerId(), entry.variant(), meanwhile);
                queue.markedLive(entry.variant(), meanwhile);
            }
        }
    }

    /** Halves what was refused until the record at fault stands alone, and lets that one wait by itself. */
    private void refused(String partnerId, List<ScopedVariant> variants, DueQueue queue, long now) {
        if (variants.size() > 1) {
            variants.forEach(queue::landed);
            int half = variants.size() / 2;
            queue.keepTogether(variants.subList(0, half));
            queue.keepTogether(variants.subList(half, variants.size()));
            return;
        }
        ScopedVariant variant = variants.get(0);
        Due due = state.marks().get(partnerId, variant);
        Cause meanwhile = queue.landed(variant);
        if (meanwhile != null || due == null) {
            queue.markedLive(variant, Cause.UNKNOWN);
            return;
        }
        long retryAt = now + backoff.delay(due.refusals() + 1, null).toMillis();
        state.marks().refused(partnerId, variant, retryAt);
        queue.waitUntil(retryAt);
    }
}
