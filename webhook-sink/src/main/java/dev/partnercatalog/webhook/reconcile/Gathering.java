package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.Priority;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the next message of a partner: examines variants one by one, in their newest state, deletes the marks of
 * those that don't differ, and writes the message's intent. Variants under that intent are no longer marked.
 */
final class Gathering {

    private final SinkState state;
    private final Subscriber subscriber;
    private final String partnerId;
    private final DueQueue queue;
    private final RemovalGuard removals;
    private final ReconcileLimits limits;
    private final long now;
    private final Examination examination;
    private final MessageDraft draft;
    private final List<ScopedVariant> taken = new ArrayList<>();
    private final Additions additions;
    private @Nullable Intent repeated;
    private @Nullable Intent replaced;
    private @Nullable Long time;
    private int failures;
    private @Nullable Due isolated;
    private int looked;

    Gathering(Examination examination, DueQueue queue, RemovalGuard removals, ReconcileLimits limits, long now) {
        this.state = examination.state();
        this.subscriber = examination.subscriber();
        this.partnerId = subscriber.partnerId();
        this.queue = queue;
        this.removals = removals;
        this.limits = limits;
        this.now = now;
        this.examination = examination;
        this.draft = new MessageDraft(
                queue, limits.message().records(), limits.message().bytes(), now);
        this.additions = new Additions(examination, queue, draft, removals, taken, now);
    }

    /**
     * Gathers the next message of a priority. A refused record goes alone; the variants of a message that didn't get
     * through stay together.
     */
    void gather(Priority priority, Scans scans) {
        if (priority == Priority.REFUSED) {
            addIsolated();
            return;
        }
        Repeats.Repeat again = queue.pollAgain(priority);
        if (again != null) {
            addAgain(again, priority);
        }
        if (again != null || priority == Priority.SUSPECT) {
            return;
        }
        addMarked();
        if (priority == Priority.BACKLOG) {
            addScanned(scans);
        }
    }

    /** The number of variants examined. */
    int looked() {
        return looked;
    }

    /**
     * Writes the intent of what was gathered, and only then deletes what it replaces: whatever part of that survives a
     * crash, each variant is under an intent, marked or ahead of a scan.
     *
     * @return null if there is nothing to send
     */
    @Nullable
    Batch batch(Priority priority, MessageDelivery.Permit permit, Scans scans) {
        Intent intent = repeated;
        if (intent != null && intent.unsent()) {
            intent = intent.withUnsent(false);
            state.intents().update(intent);
        } else if (intent == null && !draft.isEmpty()) {
            long number = state.uniqueTime(now);
            long sent = time == null ? number : time;
            intent = new Intent(number, partnerId, subscriber.endpointVersion(), sent, false, draft.entries());
            state.intents().put(intent);
        }
        if (replaced != null) {
            state.intents().delete(replaced);
        }
        taken.forEach(variant -> state.marks().take(partnerId, variant));
        scans.write(partnerId);
        if (intent == null) {
            return null;
        }
        if (isolated != null) {
            state.marks().tried(partnerId, draft.entries().get(0).variant(), isolated);
        }
        return draft.batch(subscriber, new Batch.Sending(priority, permit, failures, isolated), intent);
    }

    private boolean hasLooksLeft() {
        return looked < limits.message().looks() && !draft.isFull();
    }

    private void addIsolated() {
        LoneMessage message = LoneMessage.next(examination, queue, draft, removals, now);
        if (message != null) {
            looked++;
            isolated = message.isolated();
            time = message.time();
            taken.add(message.examined());
        }
    }

    private void addAgain(Repeats.Repeat repeat, Priority priority) {
        RepeatedMessage message = RepeatedMessage.of(repeat, priority, examination, queue, draft, now);
        failures = repeat.failures();
        looked += repeat.intent().entries().size();
        repeated = message.repeated();
        replaced = message.replaced();
        time = message.time();
        taken.addAll(message.marked());
    }

    // Marked variants

    private void addMarked() {
        while (hasLooksLeft()) {
            ScopedVariant marked = queue.poll(now);
            if (marked == null) {
                return;
            }
            looked++;
            Due due = state.marks().get(partnerId, marked);
            if (due == null) {
                continue;
            }
            if (due.isIsolated()) {
                queue.tryAlone(marked, now);
                continue;
            }
            boolean isOfAll = marked.scope() instanceof Scope.AllOfCompany;
            if (isOfAll && state.catalog().isAwaited(marked.atCompany())) {
                examination.await(marked, queue, now);
                continue;
            }
            boolean added = isOfAll
                    ? addAll(marked, due)
                    : queue.variants().isUnderIntent(marked)
                            || additions.add(
                                    state.listedAndAcknowledged(partnerId, marked),
                                    false,
                                    due.since(),
                                    due.eventTime());
            if (!added) {
                queue.lookAgain(marked);
                return;
            }
        }
    }

    /** Examines all scopes of a company's variant, some at a time; returns false if some are left. */
    private boolean addAll(ScopedVariant ofAll, Due due) {
        while (hasLooksLeft()) {
            int rows = Math.min(draft.room(), limits.page());
            List<ListedAndAcknowledged> next = state.listedAndAcknowledgedAfter(
                    partnerId,
                    ofAll.companyId(),
                    ofAll.barcode(),
                    queue.variants().reached(ofAll),
                    rows);
            for (ListedAndAcknowledged both : next) {
                if (!addUnlessUnderIntent(both, false, due.since(), due.eventTime())) {
                    return false;
                }
                queue.variants().reached(ofAll, both.variant());
            }
            if (next.size() < rows) {
                if (queue.variants().reachedEnd(ofAll)) {
                    return false; // Its first scopes have to be examined again.
                }
                taken.add(ofAll);
                return true;
            }
        }
        return false;
    }

    // Scanned variants

    private void addScanned(Scans scans) {
        for (int scanned = 1; scanned > 0 && mayScan(scans) && hasLooksLeft(); ) {
            int rows = Math.min(draft.room(), limits.message().looks() - looked);
            int before = looked;
            scanned = scans.step(partnerId, rows, (both, anew, since) -> visit(scans, both, anew, since));
            looked = scanned == 0 ? looked : Math.max(looked, before + scanned);
        }
        if (!draft.isEmpty()) {
            scans.sent(partnerId, now);
        }
    }

    /** Whether it is known how many removals the scans lead to, and whether these are held. */
    private boolean mayScan(Scans scans) {
        for (int read = 1; read > 0; looked += read) {
            if (looked >= limits.message().looks()) {
                return false;
            }
            read = scans.search(partnerId, both -> RemovalGuard.isUnlisted(subscriber, both));
            read = read > 0 ? read : removals.consider(subscriber, scans.removals(partnerId), now);
        }
        return true;
    }

    private Scans.Look visit(Scans scans, ListedAndAcknowledged both, boolean anew, long since) {
        if (queue.variants().isUnderIntent(both.variant())) {
            return lookUnderIntent(both.variant(), anew, since);
        }
        looked++;
        if (RemovalGuard.isUnlisted(subscriber, both) && scans.beginSearch(partnerId)) {
            return Scans.Look.WAITS_FOR_COUNT;
        }
        int room = draft.room();
        if (!additions.add(both, anew, since, PublicationTime.UNKNOWN)) {
            return Scans.Look.WAITS;
        }
        return draft.room() < room ? Scans.Look.SENT : Scans.Look.SAME;
    }

    /** Passes over what the partner already has, and counts what it lacks. That needs no endpoint. */
    void passWhatIsTheSame(Scans scans, boolean accepts) {
        while (looked < limits.message().looks() && !scans.isStuck(partnerId, accepts, now)) {
            int scanned = scans.stepOrCount(partnerId, this::look);
            if (scanned == 0) {
                break;
            }
            looked += scanned;
        }
        scans.write(partnerId);
    }

    private Scans.Look look(ListedAndAcknowledged both, boolean anew, long since) {
        if (queue.variants().isUnderIntent(both.variant())) {
            return lookUnderIntent(both.variant(), anew, since);
        }
        if (examination.awaits(both)) {
            examination.await(both, anew, since, PublicationTime.UNKNOWN, queue, now);
            return Scans.Look.SAME;
        }
        return examination.diff(both, both.acknowledged().inDoubt(), anew) == null ? Scans.Look.SAME : Scans.Look.WAITS;
    }

    /**
     * A variant under an intent already carries the newest state, or is examined when its outcome is known. If it was
     * requested again, the message must have been formed since.
     */
    private Scans.Look lookUnderIntent(ScopedVariant variant, boolean anew, long since) {
        if (anew && !queue.variants().isUnderIntentSince(variant, since)) {
            return Scans.Look.WAITS_UNDER_INTENT;
        }
        if (anew) {
            queue.variants().resendUnlessAccepted(variant);
        }
        return Scans.Look.SAME;
    }

    // Single variants

    /**
     * A variant in flight is examined again when its outcome is known; one that waits to be sent again is examined
     * then.
     */
    private boolean addUnlessUnderIntent(
            ListedAndAcknowledged both, boolean anew, long since, PublicationTime eventTime) {
        ScopedVariant variant = both.variant();
        if (draft.contains(variant)) {
            return true;
        }
        if (queue.variants().isInFlight(variant)) {
            state.marks().mark(partnerId, variant, since, eventTime);
            queue.variants().examineOnceEnded(variant);
            return true;
        }
        looked++;
        return queue.variants().isWaiting(variant) || additions.add(both, anew, since, eventTime);
    }
}
