package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.Freshness;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Held;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the outcome of an attempt means for the records in it (D26). */
final class Settlement {

    private final SinkState state;
    private final Backoff backoff;
    private final Freshness delivered;

    /**
     * Records that are refused when sent alone wait as {@code backoff} says.
     *
     * @param delivered receives each change that was accepted
     */
    Settlement(SinkState state, Backoff backoff, Freshness delivered) {
        this.state = state;
        this.backoff = backoff;
        this.delivered = delivered;
    }

    void settle(Batch batch, Outcome outcome, DueQueue queue, long now) {
        switch (outcome.result()) {
            case ACCEPTED -> accepted(batch, queue, now);
            case REFUSED -> refused(batch, batch.intent().doubted(), queue, now);
            case FAILED, STALE, GONE -> {
                if (outcome.received() && batch.refusals() == 0) {
                    again(Lane.LIVE, batch.intent().doubted(), queue);
                } else {
                    withdraw(batch, queue, now);
                }
            }
        }
    }

    /**
     * The batch was never sent, or holds one record that is in doubt already: what is known of its partner stays as it
     * was.
     */
    void withdraw(Batch batch, DueQueue queue, long now) {
        if (batch.refusals() > 0) {
            refusedBefore(batch, batch.intent().entries().get(0), queue, now);
            return;
        }
        Intent intent = batch.intent();
        Map<Boolean, List<Intent.Entry>> byChange = intent.entries().stream()
                .collect(Collectors.partitioningBy(entry -> queue.hasChangedInFlight(entry.variant())));
        List<Intent.Entry> unchanged = byChange.getOrDefault(false, List.of());
        List<Intent.Entry> changed = byChange.getOrDefault(true, List.of());
        // Backlog messages that were ready don't go before live changes when their endpoint fails.
        Lane lane = batch.lane() == Lane.BACKLOG ? Lane.BACKLOG : Lane.LIVE;
        if (changed.isEmpty()) {
            again(lane, intent, queue);
        } else if (unchanged.isEmpty()) {
            again(Lane.LIVE, intent, queue);
        } else {
            // A variant that keeps changing must not hold up those that came with it.
            sendPart(lane, intent, unchanged, queue, now);
            sendPart(Lane.LIVE, intent, changed, queue, now);
            state.intents().delete(intent);
        }
    }

    private static void again(Lane lane, Intent intent, DueQueue queue) {
        intent.variants().forEach(queue::landed);
        queue.sendAgain(lane, intent);
    }

    private void accepted(Batch batch, DueQueue queue, long now) {
        Intent intent = batch.intent();
        for (int i = 0; i < batch.receipts().size(); i++) {
            Intent.Entry entry = intent.entries().get(i);
            ScopedVariant variant = entry.variant();
            if (queue.landed(variant)) {
                state.marks().mark(intent.partnerId(), variant, now, Cause.UNKNOWN);
                queue.markedLive(variant);
            }
            queue.settled(variant);
            state.putHeld(
                    intent.partnerId(), variant, Held.accepted(batch.receipts().get(i)));
            delivered.reached(entry.cause(), now);
        }
        state.intents().delete(intent);
    }

    /** Halves a refused batch until the record at fault is alone, and lets that one wait separately. */
    private void refused(Batch batch, Intent intent, DueQueue queue, long now) {
        List<Intent.Entry> entries = intent.entries();
        if (entries.size() > 1) {
            int half = entries.size() / 2;
            sendPart(Lane.LIVE, intent, entries.subList(0, half), queue, now);
            sendPart(Lane.LIVE, intent, entries.subList(half, entries.size()), queue, now);
            state.intents().delete(intent);
        } else {
            refusedAlone(batch, intent, entries.get(0), queue, now);
            state.intents().delete(intent);
        }
    }

    private void refusedAlone(Batch batch, Intent intent, Intent.Entry entry, DueQueue queue, long now) {
        state.putHeld(
                intent.partnerId(),
                entry.variant(),
                state.held(intent.partnerId(), entry.variant()).doubted());
        long retryAt = now + backoff.delay(batch.refusals() + 1, null).toMillis();
        waitAlone(intent, entry, batch.refusals() + 1, retryAt, queue);
    }

    /** An attempt with a record that was refused before wasn't completed: the record is sent alone again, as before. */
    private void refusedBefore(Batch batch, Intent.Entry entry, DueQueue queue, long now) {
        waitAlone(batch.intent(), entry, batch.refusals(), now, queue);
        state.intents().delete(batch.intent());
    }

    private void waitAlone(Intent intent, Intent.Entry entry, int refusals, long retryAt, DueQueue queue) {
        ScopedVariant variant = entry.variant();
        queue.settled(variant);
        if (queue.landed(variant)) {
            state.marks().mark(intent.partnerId(), variant, entry.since(), entry.cause());
            queue.markedLive(variant);
            return;
        }
        Due.Refused refused = new Due.Refused(entry.content(), entry.changed(), intent.endpoint(), intent.time());
        state.marks()
                .put(intent.partnerId(), variant, new Due(entry.since(), refusals, retryAt, refused, entry.cause()));
        queue.waitUntil(retryAt);
    }

    private void sendPart(Lane lane, Intent intent, List<Intent.Entry> entries, DueQueue queue, long now) {
        Intent part = intent.part(state.uniqueTime(now), entries);
        state.intents().put(part);
        again(lane, part, queue);
    }
}
