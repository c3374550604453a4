package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.reconcile.Comparison.Said;
import dev.partnercatalog.webhook.state.ListedAndHeld;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Held;
import dev.partnercatalog.webhook.state.Held.Receipt;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
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
    private final ReconcileLimits limits;
    private final long now;
    private final int records;
    private final VariantsChanged body;
    private final List<Intent.Entry> entries = new ArrayList<>();
    private final List<@Nullable Receipt> receipts = new ArrayList<>();
    private final Set<ScopedVariant> gathered = new HashSet<>();
    private final List<ScopedVariant> taken = new ArrayList<>();
    private final DueQueue.Flight flight;
    private @Nullable Intent repeated;
    private @Nullable Intent replaced;
    private @Nullable Long time;
    private int refusals;
    private int looked;

    Gathering(SinkState state, Subscriber subscriber, DueQueue queue, ReconcileLimits limits, long now) {
        this.state = state;
        this.subscriber = subscriber;
        this.partnerId = subscriber.partnerId();
        this.queue = queue;
        this.limits = limits;
        this.now = now;
        this.flight = new DueQueue.Flight(now);
        this.records = Math.min(limits.records(), subscriber.content().records());
        this.body = new VariantsChanged(records, limits.bytes());
    }

    /**
     * Gathers the next message of a lane. A refused record goes alone; the variants of a message that didn't get
     * through stay together.
     */
    void gather(Lane lane, Walks walks) {
        if (lane == Lane.REFUSED) {
            addRefused();
            return;
        }
        Intent again = queue.pollAgain(lane);
        if (again != null) {
            addAgain(again);
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
        if (intent == null && !entries.isEmpty()) {
            long number = state.uniqueTime(now);
            intent = new Intent(number, partnerId, subscriber.endpointVersion(), time == null ? number : time, entries);
            state.putIntent(intent);
        }
        if (replaced != null) {
            state.deleteIntent(replaced);
        }
        taken.forEach(variant -> state.marks().take(partnerId, variant));
        walks.write(partnerId);
        return intent == null ? null : Batch.of(subscriber, lane, permit, intent, receipts, refusals, flight, body);
    }

    private boolean hasLooksLeft() {
        return looked < limits.looksForOne() && !body.isFull();
    }

    // Records refused when sent alone

    private void addRefused() {
        ScopedVariant variant = queue.pollRefused();
        Due due = variant == null ? null : state.marks().get(partnerId, variant);
        if (variant == null || due == null || due.refusals() == 0 || queue.isUnderIntent(variant)) {
            return;
        }
        looked++;
        Due.Refused before =
                due.refused() != null && isOfThisEndpoint(due.refused().endpoint()) ? due.refused() : null;
        Said said = before == null ? null : new Said(before.content(), before.changed());
        ListedAndHeld both = state.both(partnerId, variant);
        if (addOne(both, difference(both, both.held().inDoubt(), false, said), false, due.since(), due.cause())
                && !entries.isEmpty()) {
            refusals = due.refusals();
            Intent.Entry entry = entries.get(0);
            boolean same = new Said(entry.content(), entry.changed()).equals(said);
            time = before != null && same ? before.time() : null;
        }
    }

    // Messages sent again

    private void addAgain(Intent intent) {
        boolean sameEndpoint = isOfThisEndpoint(intent.endpoint());
        List<Intent.Entry> left = new ArrayList<>();
        for (Intent.Entry entry : intent.entries()) {
            looked++;
            Due due = left.isEmpty() ? state.marks().get(partnerId, entry.variant()) : null;
            Cause cause = due == null ? entry.cause() : entry.cause().followedBy(due.cause());
            Said said = sameEndpoint ? new Said(entry.content(), entry.changed()) : null;
            if (!left.isEmpty() || !add(entry, said, cause)) {
                left.add(entry); // Records have grown since then: the rest makes a separate message.
            } else if (due != null) {
                taken.add(entry.variant());
            }
        }
        if (sameEndpoint && entries.equals(intent.entries())) {
            repeated = intent;
            return;
        }
        replaced = intent;
        time = sameEndpoint && isSame(intent.entries(), entries) ? intent.time() : null;
        if (!left.isEmpty()) {
            Intent rest = intent.part(state.uniqueTime(now), left);
            state.putIntent(rest);
            queue.sendAgain(Lane.LIVE, rest);
        }
    }

    private boolean isOfThisEndpoint(long version) {
        return version == subscriber.endpointVersion();
    }

    /** Whether a message says the same as before, whatever caused it. */
    private static boolean isSame(List<Intent.Entry> before, List<Intent.Entry> after) {
        return IntStream.range(0, Math.max(before.size(), after.size()))
                .allMatch(i ->
                        i < before.size() && i < after.size() && before.get(i).says(after.get(i)));
    }

    /** Returns false if it has to be sent but doesn't fit into this message. */
    private boolean add(Intent.Entry entry, @Nullable Said said, Cause cause) {
        ListedAndHeld both = state.both(partnerId, entry.variant());
        boolean inDoubt = entry.inDoubt() || both.held().inDoubt();
        boolean anew = entry.anew() || queue.isResentUnlessAccepted(entry.variant());
        Difference difference = difference(both, inDoubt, anew, said);
        if (difference == null) {
            return true;
        }
        if (!difference.addTo(body, entry.variant())) {
            return false;
        }
        launch(difference, entry.variant(), inDoubt, anew, entry.since(), cause);
        return true;
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
            boolean added = marked.isEverywhere()
                    ? addEverywhere(marked, due)
                    : queue.isUnderIntent(marked)
                            || addOne(state.both(partnerId, marked), false, due.since(), due.cause());
            if (!added) {
                queue.lookAgain(marked);
                return;
            }
        }
    }

    /** Examines all scopes of a company's variant, some at a time; returns false if some are left. */
    private boolean addEverywhere(ScopedVariant everywhere, Due due) {
        while (hasLooksLeft()) {
            int rows = records - body.records();
            List<ListedAndHeld> next = state.bothAfter(
                    partnerId,
                    everywhere.companyId(),
                    everywhere.barcode(),
                    queue.reached(everywhere),
                    Math.min(rows, limits.page()));
            for (ListedAndHeld both : next) {
                if (!addUnlessUnderIntent(both, false, due.since(), due.cause())) {
                    return false;
                }
                queue.reached(everywhere, both.variant());
            }
            if (next.size() < Math.min(rows, limits.page())) {
                queue.reached(everywhere, null);
                if (queue.changedSinceReached(everywhere)) {
                    return false; // Its first scopes have to be examined again.
                }
                taken.add(everywhere);
                return true;
            }
        }
        return false;
    }

    // Walked variants

    private void addWalked(Walks walks) {
        for (int walked = 1; walked > 0 && hasLooksLeft(); ) {
            int rows = Math.min(records - body.records(), limits.looksForOne() - looked);
            int before = looked;
            walked = walks.step(partnerId, rows, this::visit);
            looked = walked == 0 ? looked : Math.max(looked, before + walked);
        }
        if (!entries.isEmpty()) {
            walks.sent(partnerId, now);
        }
    }

    private Walks.Look visit(ListedAndHeld both, boolean anew, long since) {
        if (queue.isUnderIntent(both.variant())) {
            return lookUnderIntent(both.variant(), anew, since);
        }
        looked++;
        int before = entries.size();
        if (!addOne(both, anew, since, Cause.UNKNOWN)) {
            return Walks.Look.WAITS;
        }
        return entries.size() > before ? Walks.Look.SENT : Walks.Look.SAME;
    }

    /** Passes over what the partner already has, and counts what it lacks. That needs no endpoint. */
    void passWhatIsTheSame(Walks walks, boolean accepts) {
        while (looked < limits.looksForOne() && !walks.isStuck(partnerId, accepts, now)) {
            int walked = walks.pass(partnerId, this::look);
            if (walked == 0) {
                break;
            }
            looked += walked;
        }
        walks.write(partnerId);
    }

    private Walks.Look look(ListedAndHeld both, boolean anew, long since) {
        if (queue.isUnderIntent(both.variant())) {
            return lookUnderIntent(both.variant(), anew, since);
        }
        return difference(both, both.held().inDoubt(), anew, null) == null ? Walks.Look.SAME : Walks.Look.WAITS;
    }

    /**
     * A variant under an intent already carries the newest state, or is examined when its outcome is known. If it was
     * requested again, the message must have been formed since.
     */
    private Walks.Look lookUnderIntent(ScopedVariant variant, boolean anew, long since) {
        if (anew && !queue.isUnderIntentSince(variant, since)) {
            return Walks.Look.WAITS_UNDER_INTENT;
        }
        if (anew) {
            queue.resendUnlessAccepted(variant);
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
        if (gathered.contains(variant)) {
            return true;
        }
        if (queue.isInFlight(variant)) {
            state.marks().mark(partnerId, variant, since, cause);
            queue.lookWhenLanded(variant);
            return true;
        }
        looked++;
        return queue.isWaiting(variant) || addOne(both, anew, since, cause);
    }

    /** Returns false if it has to be sent but doesn't fit into this message. Removes its mark, if it has one. */
    private boolean addOne(ListedAndHeld both, boolean anew, long since, Cause cause) {
        return addOne(both, difference(both, both.held().inDoubt(), anew, null), anew, since, cause);
    }

    private boolean addOne(ListedAndHeld both, @Nullable Difference difference, boolean anew, long since, Cause cause) {
        ScopedVariant variant = both.variant();
        Due due = state.marks().hasAny(partnerId) ? state.marks().get(partnerId, variant) : null;
        if (difference != null && due != null && isRefusedForNow(due, difference)) {
            return true;
        }
        if (difference != null && !difference.addTo(body, variant)) {
            return false;
        }
        if (due != null) {
            taken.add(variant);
        }
        if (difference != null) {
            launch(
                    difference,
                    variant,
                    both.held().inDoubt(),
                    anew,
                    due == null ? since : Math.min(since, due.since()),
                    due == null || due.cause().equals(cause)
                            ? cause
                            : due.cause().followedBy(cause));
            gathered.add(variant);
        }
        return true;
    }

    /** A record that was refused when it was sent alone waits for its time, and then goes alone. */
    private boolean isRefusedForNow(Due due, Difference difference) {
        Due.Refused before = due.refused();
        return before != null
                && DueQueue.isPaused(due, now)
                && before.content().equals(difference.content())
                && before.endpoint() == subscriber.endpointVersion();
    }

    private void launch(
            Difference difference, ScopedVariant variant, boolean inDoubt, boolean anew, long since, Cause cause) {
        entries.add(new Intent.Entry(variant, difference.content(), difference.changed(), inDoubt, anew, since, cause));
        receipts.add(difference.receipt());
        queue.launched(variant, flight);
    }

    /** Null if there is nothing to send; what is held is then brought in line with the partner's settings. */
    private @Nullable Difference difference(ListedAndHeld both, boolean inDoubt, boolean anew, @Nullable Said before) {
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
}
