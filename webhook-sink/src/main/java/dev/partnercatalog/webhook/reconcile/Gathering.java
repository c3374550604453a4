package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.state.ListedAndHeld;
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
        int records = Math.min(limits.records(), subscriber.content().records());
        this.draft = new MessageDraft(queue, records, limits.bytes(), now);
        this.additions = new Additions(examination, queue, draft, removals, taken, now);
    }

    /**
     * Gathers the next message of a lane. A refused record goes alone; the variants of a message that didn't get
     * through stay together.
     */
    void gather(Lane lane, Walks walks) {
        if (lane == Lane.REFUSED) {
            addIsolated();
            return;
        }
        Repeats.Repeat again = queue.pollAgain(lane);
        if (again != null) {
            addAgain(again, lane);
        }
        if (again != null || lane == Lane.SUSPECT) {
            return;
        }
        addMarked();
        // If messages must be few, the room left in one serves the walk, which would get no message of its own while
        // there are changes.
        if (lane == Lane.BACKLOG || !subscriber.settings().interval().isZero()) {
            addWalked(walks);
        }
    }

    /** The number of variants examined. */
    int looked() {
        return looked;
    }

    /**
     * Writes the intent of what was gathered, and only then deletes what it replaces: whatever part of that survives a
     * crash, each variant is under an intent, marked or ahead of a walk.
     *
     * @return null if there is nothing to send
     */
    @Nullable
    Batch batch(Lane lane, MessageDelivery.Permit permit, Walks walks) {
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
        walks.write(partnerId);
        if (intent == null) {
            return null;
        }
        if (isolated != null) {
            state.marks().tried(partnerId, draft.entries().get(0).variant(), isolated);
        }
        return draft.batch(subscriber, new Batch.Sending(lane, permit, failures, isolated), intent);
    }

    private boolean hasLooksLeft() {
        return looked < limits.looksForOne() && !draft.isFull();
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

    private void addAgain(Repeats.Repeat repeat, Lane lane) {
        RepeatedMessage message = RepeatedMessage.of(repeat, lane, examination, queue, draft, now);
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
                            || additions.add(state.listedAndHeld(partnerId, marked), false, due.since(), due.cause());
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
            List<ListedAndHeld> next = state.listedAndHeldAfter(
                    partnerId,
                    ofAll.companyId(),
                    ofAll.barcode(),
                    queue.variants().reached(ofAll),
                    rows);
            for (ListedAndHeld both : next) {
                if (!addUnlessUnderIntent(both, false, due.since(), due.cause())) {
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

    // Walked variants

    private void addWalked(Walks walks) {
        for (int walked = 1; walked > 0 && mayWalk(walks) && hasLooksLeft(); ) {
            int rows = Math.min(draft.room(), limits.looksForOne() - looked);
            int before = looked;
            walked = walks.step(partnerId, rows, (both, anew, since) -> visit(walks, both, anew, since));
            looked = walked == 0 ? looked : Math.max(looked, before + walked);
        }
        if (!draft.isEmpty()) {
            walks.sent(partnerId, now);
        }
    }

    /** Whether it is known how many removals the walks lead to, and whether these are held. */
    private boolean mayWalk(Walks walks) {
        for (int read = 1; read > 0; looked += read) {
            if (looked >= limits.looksForOne()) {
                return false;
            }
            read = walks.search(partnerId, both -> RemovalGuard.isUnlisted(subscriber, both));
            read = read > 0 ? read : removals.consider(subscriber, walks.removals(partnerId), now);
        }
        return true;
    }

    private Walks.Look visit(Walks walks, ListedAndHeld both, boolean anew, long since) {
        if (queue.variants().isUnderIntent(both.variant())) {
            return lookUnderIntent(both.variant(), anew, since);
        }
        looked++;
        if (RemovalGuard.isUnlisted(subscriber, both) && walks.beginSearch(partnerId)) {
            return Walks.Look.WAITS_FOR_COUNT;
        }
        int room = draft.room();
        if (!additions.add(both, anew, since, Cause.UNKNOWN)) {
            return Walks.Look.WAITS;
        }
        return draft.room() < room ? Walks.Look.SENT : Walks.Look.SAME;
    }

    /** Passes over what the partner already has, and counts what it lacks. That needs no endpoint. */
    void passWhatIsTheSame(Walks walks, boolean accepts) {
        while (looked < limits.looksForOne() && !walks.isStuck(partnerId, accepts, now)) {
            int walked = walks.stepOrCount(partnerId, this::look);
            if (walked == 0) {
                break;
            }
            looked += walked;
        }
        walks.write(partnerId);
    }

    private Walks.Look look(ListedAndHeld both, boolean anew, long since) {
        if (queue.variants().isUnderIntent(both.variant())) {
            return lookUnderIntent(both.variant(), anew, since);
        }
        if (both.isAwaited()) {
            examination.await(both, anew, since, Cause.UNKNOWN, queue, now);
            return Walks.Look.SAME;
        }
        return examination.difference(both, both.held().inDoubt(), anew, null) == null
                ? Walks.Look.SAME
                : Walks.Look.WAITS;
    }

    /**
     * A variant under an intent already carries the newest state, or is examined when its outcome is known. If it was
     * requested again, the message must have been formed since.
     */
    private Walks.Look lookUnderIntent(ScopedVariant variant, boolean anew, long since) {
        if (anew && !queue.variants().isUnderIntentSince(variant, since)) {
            return Walks.Look.WAITS_UNDER_INTENT;
        }
        if (anew) {
            queue.variants().resendUnlessAccepted(variant);
        }
        return Walks.Look.SAME;
    }

    // Single variants

    /**
     * A variant in flight is examined again when its outcome is known; one that waits to be sent again is examined
     * then.
     */
    private boolean addUnlessUnderIntent(ListedAndHeld both, boolean anew, long since, Cause cause) {
        ScopedVariant variant = both.variant();
        if (draft.contains(variant)) {
            return true;
        }
        if (queue.variants().isInFlight(variant)) {
            state.marks().mark(partnerId, variant, since, cause);
            queue.variants().lookWhenLanded(variant);
            return true;
        }
        looked++;
        return queue.variants().isWaiting(variant) || additions.add(both, anew, since, cause);
    }
}
