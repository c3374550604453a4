package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.delivery.Priority;
import dev.partnercatalog.webhook.state.Acknowledged;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the outcome of an attempt means for the records in it (D26, D37). */
final class Settlement {

    private final SinkState state;
    private final Backoff backoff;
    private final Freshness delivered;

    /**
     * Records that aren't accepted when sent alone wait as {@code backoff} says.
     *
     * @param delivered receives each change that was accepted
     */
    Settlement(SinkState state, Backoff backoff, Freshness delivered) {
        this.state = state;
        this.backoff = backoff;
        this.delivered = delivered;
    }

    void settle(Batch batch, Outcome outcome, DueQueue queue, long now) {
        int failures = batch.sending().failures() + (outcome.mayBeOfRecord() ? 1 : 0);
        switch (outcome.result()) {
            case ACCEPTED -> accepted(batch, queue, now);
            case REFUSED, SUSPECTED -> halve(batch, outcome, queue, now);
            case REFUSED_AGAIN -> sendOneByOne(batch, outcome, queue, now);
            case FAILED, STALE, GONE -> {
                if (batch.sending().isolated() != null && outcome.mayBeOfRecord()) {
                    // Its endpoint accepts nothing else either, and decides when it is tried again.
                    isolateAll(batch, new Isolation(batch.refusals() + 1, outcome.reason(), now), queue, now);
                } else if (outcome.received() && batch.sending().isolated() == null) {
                    Priority priority =
                            batch.sending().priority() == Priority.SUSPECT ? Priority.SUSPECT : Priority.LIVE;
                    again(priority, batch.intent().doubted(), failures, queue);
                } else {
                    withdraw(batch, failures, queue, now);
                }
            }
        }
    }

    /**
     * The batch was never sent, or holds one record that is in doubt already: what is known of its partner stays as it
     * was.
     */
    void withdraw(Batch batch, int failures, DueQueue queue, long now) {
        Due isolated = batch.sending().isolated();
        if (isolated != null && isolated.refused() != null) {
            isolateAll(
                    batch, new Isolation(isolated.refusals(), isolated.refused().outcome(), now), queue, now);
            return;
        }
        Intent intent = batch.intent().withUnsent(true);
        Map<Boolean, List<Intent.Entry>> byChange = intent.entries().stream()
                .collect(Collectors.partitioningBy(entry -> queue.variants().hasChangedInFlight(entry.variant())));
        List<Intent.Entry> unchanged = byChange.getOrDefault(false, List.of());
        List<Intent.Entry> changed = byChange.getOrDefault(true, List.of());
        // Backlog messages that were ready don't go before live changes when their endpoint fails.
        Priority priority = batch.sending().priority() == Priority.BACKLOG
                        || batch.sending().priority() == Priority.SUSPECT
                ? batch.sending().priority()
                : Priority.LIVE;
        Priority priorityOfChanged = priority == Priority.SUSPECT ? priority : Priority.LIVE;
        // A suspect that keeps changing goes behind the others.
        int failuresOfChanged = priority == Priority.SUSPECT ? failures + 1 : failures;
        if (changed.isEmpty() || unchanged.isEmpty()) {
            state.intents().update(intent);
            again(
                    changed.isEmpty() ? priority : priorityOfChanged,
                    intent,
                    changed.isEmpty() ? failures : failuresOfChanged,
                    queue);
        } else {
            // A variant that keeps changing must not hold up those that came with it.
            sendPart(priority, intent, unchanged, failures, queue, now);
            sendPart(priorityOfChanged, intent, changed, failuresOfChanged, queue, now);
            state.intents().delete(intent);
        }
    }

    private static void again(Priority priority, Intent intent, int failures, DueQueue queue) {
        intent.variants().forEach(queue.variants()::ended);
        queue.sendAgain(priority, intent, failures);
    }

    private void accepted(Batch batch, DueQueue queue, long now) {
        Intent intent = batch.intent();
        noteTried(batch);
        Map<ScopedVariant, Acknowledged> acknowledged = new LinkedHashMap<>();
        for (Intent.Entry entry : intent.entries()) {
            ScopedVariant variant = entry.variant();
            if (queue.variants().ended(variant)) {
                state.marks().mark(intent.partnerId(), variant, now, PublicationTime.UNKNOWN);
                queue.markedLive(variant);
            }
            queue.variants().settled(variant);
            acknowledged.put(variant, Acknowledged.accepted(intent.receipt(entry)));
            delivered.reached(entry.eventTime(), now);
        }
        state.putAllAcknowledged(intent.partnerId(), acknowledged);
        state.intents().delete(intent);
    }

    /** Halves a batch that isn't accepted until the record at fault is alone, and lets that one wait separately. */
    private void halve(Batch batch, Outcome outcome, DueQueue queue, long now) {
        Intent intent = batch.intent().doubted();
        List<Intent.Entry> entries = intent.entries();
        if (entries.size() == 1) {
            int refusals = batch.refusals() + 1;
            long retryAt = now + backoff.delay(refusals, outcome.retryAfter()).toMillis();
            doubt(intent);
            isolateAll(batch, new Isolation(refusals, outcome.reason(), retryAt), queue, now);
            return;
        }
        int half = entries.size() / 2;
        int failures = batch.sending().failures();
        sendPart(Priority.SUSPECT, intent, entries.subList(0, half), failures, queue, now);
        sendPart(Priority.SUSPECT, intent, entries.subList(half, entries.size()), failures, queue, now);
        state.intents().delete(intent);
    }

    /** So many parts were refused that halving this one too would take too long: its records are tried one by one. */
    private void sendOneByOne(Batch batch, Outcome outcome, DueQueue queue, long now) {
        Intent intent = batch.intent().doubted();
        if (intent.entries().size() == 1) {
            halve(batch, outcome, queue, now);
        } else if (queue.hasMostIsolated()) {
            again(Priority.SUSPECT, intent, batch.sending().failures() + 1, queue);
        } else {
            doubt(intent);
            isolateAll(batch, new Isolation(1, outcome.reason(), now), queue, now);
        }
    }

    private void doubt(Intent intent) {
        for (ScopedVariant variant : intent.variants()) {
            state.putAcknowledged(
                    intent.partnerId(),
                    variant,
                    state.acknowledged(intent.partnerId(), variant).doubted());
        }
    }

    /**
     * How a record is isolated.
     *
     * @param refusals how often it wasn't accepted alone
     * @param outcome of the last attempt
     * @param retryAt when it is tried again, in milliseconds since 1970
     */
    private record Isolation(int refusals, String outcome, long retryAt) {}

    /** The records of a batch are sent alone from now on; at once if they have changed meanwhile. */
    private void isolateAll(Batch batch, Isolation isolation, DueQueue queue, long now) {
        Intent intent = batch.intent();
        noteTried(batch);
        Due before = batch.sending().isolated();
        long since = before == null ? now : before.isolatedSince();
        for (Intent.Entry entry : intent.entries()) {
            ScopedVariant variant = entry.variant();
            queue.variants().settled(variant);
            long notBefore = queue.variants().ended(variant) ? now : isolation.retryAt();
            Due.Refused refused =
                    new Due.Refused(entry.content(), intent.endpoint(), intent.time(), since, isolation.outcome());
            state.marks()
                    .isolate(
                            intent.partnerId(),
                            variant,
                            new Due(entry.since(), isolation.refusals(), notBefore, refused, entry.eventTime()));
            queue.waitUntil(notBefore);
        }
        state.intents().delete(intent);
    }

    private void noteTried(Batch batch) {
        if (batch.sending().isolated() != null) {
            state.marks().triedNoLonger(batch.partnerId(), batch.variants().get(0));
        }
    }

    private void sendPart(
            Priority priority, Intent intent, List<Intent.Entry> entries, int failures, DueQueue queue, long now) {
        Intent part = intent.part(state.uniqueTime(now), entries);
        state.intents().put(part);
        again(priority, part, failures, queue);
    }
}
