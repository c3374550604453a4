package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a partner's due variants are examined, and which of them are in flight. The marks themselves are
 * in the store; this is a bounded window on them, and those that don't fit are found by scanning the store in rounds.
 */
final class DueQueue {

    private static final long NEVER = Long.MAX_VALUE;
    private static final long SOON_MS = 1_000;

    /**
     * If more records than this are isolated, messages that fail aren't halved any more (D37): the endpoint fails on too
     * much, and is left alone for a while after each failure.
     */
    private static final int MOST_ISOLATED = 1_000;

    private final String partnerId;
    private final SinkState state;
    private final ReconcileLimits limits;
    private final NavigableMap<ScopedVariant, Flight> inFlight = new TreeMap<>();
    private final Set<ScopedVariant> changedInFlight = new HashSet<>();
    private final Repeats again = new Repeats();
    private final Set<ScopedVariant> anew = new HashSet<>();
    private final Set<ScopedVariant> live = new LinkedHashSet<>();
    private final Map<ScopedVariant, ScopedVariant> reached = new HashMap<>();
    private final Set<ScopedVariant> changedSinceReached = new HashSet<>();
    private final Set<ScopedVariant> refused = new LinkedHashSet<>();
    private final AwaitedProducts awaited = new AwaitedProducts();
    private final MarkRounds rounds;
    private long wakeAt = NEVER;

    DueQueue(String partnerId, SinkState state, ReconcileLimits limits) {
        this.partnerId = partnerId;
        this.state = state;
        this.limits = limits;
        this.rounds = new MarkRounds(partnerId, state.marks(), limits.page());
    }

    String partnerId() {
        return partnerId;
    }

    /** The marks that wait for a product. */
    AwaitedProducts awaited() {
        return awaited;
    }

    /** A variant was marked because its record changed: it goes before the backlog. */
    void markedLive(ScopedVariant variant) {
        if (isInFlight(variant)) {
            changeInFlight(variant);
        } else if (live.size() < limits.live()) {
            live.add(variant);
        } else {
            readMarks();
        }
        if (reached.containsKey(variant)) {
            changedSinceReached.add(variant);
        }
    }

    /**
     * A company's entry has changed: a message in flight carries the previous state, and must not be the last one.
     *
     * @return whether any of its scopes is in flight or waits to be sent again
     */
    boolean changeAll(ScopedVariant ofAll) {
        Set<ScopedVariant> underWay = ofAll.allIn(inFlight).keySet();
        underWay.forEach(this::changeInFlight);
        return !underWay.isEmpty() || !ofAll.allIn(again.waiting()).isEmpty();
    }

    /** What is in flight is out of date, and is not sent if that hasn't begun yet. */
    void changeInFlight(ScopedVariant variant) {
        changedInFlight.add(variant);
        Flight flight = inFlight.get(variant);
        if (flight != null) {
            flight.outdate();
        }
    }

    /** The store may hold marks that this queue doesn't know. */
    void readMarks() {
        rounds.begin();
    }

    /**
     * A message has to be sent again, with the newest state of its variants.
     *
     * @param lane as in {@link Repeats#add}
     * @param failures how often in a row an attempt with it has failed
     */
    void sendAgain(Lane lane, Intent intent, int failures) {
        boolean maySuspect = state.marks().isolated(partnerId).count() < MOST_ISOLATED;
        again.add(lane, new Repeats.Repeat(intent, failures), maySuspect);
    }

    /** An isolated record waits until this time. */
    void waitUntil(long time) {
        wakeAt = Math.min(wakeAt, time);
    }

    void launched(ScopedVariant variant, Flight flight) {
        inFlight.put(variant, flight);
    }

    /** What is in flight is examined again when its outcome is known. */
    void lookWhenLanded(ScopedVariant variant) {
        changedInFlight.add(variant);
    }

    /** Returns whether the variant changed again while it was in flight. */
    boolean landed(ScopedVariant variant) {
        inFlight.remove(variant);
        return changedInFlight.remove(variant);
    }

    boolean hasChangedInFlight(ScopedVariant variant) {
        return changedInFlight.contains(variant);
    }

    boolean isInFlight(ScopedVariant variant) {
        return inFlight.containsKey(variant);
    }

    /** Whether the variant is in flight, or waits in a message for its next attempt. */
    boolean isUnderIntent(ScopedVariant variant) {
        return isInFlight(variant) || isWaiting(variant);
    }

    /** Whether the variant waits in a message for its next attempt. */
    boolean isWaiting(ScopedVariant variant) {
        return again.waiting().containsKey(variant);
    }

    /** Whether the message with the variant was formed at this time or later. */
    boolean isUnderIntentSince(ScopedVariant variant, long time) {
        Flight flight = inFlight.get(variant);
        return (flight == null ? again.waiting().getOrDefault(variant, Long.MIN_VALUE) : flight.since()) >= time;
    }

    /** If a variant under an intent isn't accepted, it is sent again, even if the partner has it. */
    void resendUnlessAccepted(ScopedVariant variant) {
        anew.add(variant);
    }

    boolean isResentUnlessAccepted(ScopedVariant variant) {
        return anew.contains(variant);
    }

    /** The variant's message was accepted, or is in doubt from now on. */
    void settled(ScopedVariant variant) {
        anew.remove(variant);
    }

    /** Whether there is nothing to do, now or later, unless something is marked. */
    boolean isIdle() {
        return again.isEmpty() && live.isEmpty() && refused.isEmpty() && !rounds.isRunning() && wakeAt == NEVER;
    }

    /** The kinds of work there are, most urgent first. */
    List<Lane> lanes(long now) {
        if (wakeAt <= now) {
            wakeAt = NEVER;
            readMarks();
        }
        List<Lane> lanes = new ArrayList<>(4);
        if (again.hasAny(Lane.LIVE) || !live.isEmpty()) {
            lanes.add(Lane.LIVE);
        }
        if (again.hasAny(Lane.SUSPECT)) {
            lanes.add(Lane.SUSPECT);
        }
        if (!refused.isEmpty()) {
            lanes.add(Lane.REFUSED);
        }
        if (!isCongested() && (rounds.isRunning() || again.hasAny(Lane.BACKLOG))) {
            lanes.add(Lane.BACKLOG);
        }
        return lanes;
    }

    /** Whether the backlog has to wait, because its messages would be suspected faster than they can be sorted out. */
    boolean isCongested() {
        return again.isFullOfSuspects();
    }

    /** The next message of a lane that has to be sent again, null if there is none. */
    Repeats.@Nullable Repeat pollAgain(Lane lane) {
        return again.poll(lane);
    }

    /** The pause of an isolated record is over. */
    void tryAlone(ScopedVariant variant, long now) {
        if (refused.contains(variant) || refused.size() < limits.live()) {
            refused.add(variant);
        } else {
            waitUntil(now + SOON_MS);
        }
    }

    /** An isolated record whose time has come, null if there is none. */
    @Nullable
    ScopedVariant pollRefused() {
        return poll(refused);
    }

    /** The next mark to examine, null if none is left for now. */
    @Nullable
    ScopedVariant poll(long now) {
        ScopedVariant next = poll(live);
        return next == null ? pollBacklog(now) : next;
    }

    /** A mark was examined in part: it becomes the last one of its kind. */
    void lookAgain(ScopedVariant marked) {
        if (!live.contains(marked) && live.size() < limits.live()) {
            live.add(marked);
        } else {
            readMarks();
        }
    }

    /** How far a mark for all scopes has been examined, null if that hasn't begun. */
    @Nullable
    ScopedVariant reached(ScopedVariant ofAll) {
        return reached.get(ofAll);
    }

    /** Records how far a mark for all scopes has been examined; null if all of them have been. */
    void reached(ScopedVariant ofAll, @Nullable ScopedVariant scope) {
        if (scope == null) {
            reached.remove(ofAll);
        } else {
            reached.put(ofAll, scope);
        }
    }

    /** Whether a mark for all scopes was made again while they were examined; clears that note. */
    boolean changedSinceReached(ScopedVariant ofAll) {
        return changedSinceReached.remove(ofAll);
    }

    /** Examines at most one page, so that a long row of marks that must wait costs little at a time. */
    private @Nullable ScopedVariant pollBacklog(long now) {
        if (!rounds.hasNext()) {
            return null;
        }
        for (ScopedVariant variant = rounds.pollPage(); variant != null; variant = rounds.pollPage()) {
            Due due = isInFlight(variant) ? null : state.marks().get(partnerId, variant);
            if (due == null) {
                continue;
            }
            if (!due.isIsolated()) {
                live.remove(variant);
                return variant;
            }
            if (Examination.isPaused(due, now)) {
                waitUntil(due.notBefore());
            } else {
                tryAlone(variant, now);
            }
        }
        return null;
    }

    private static @Nullable ScopedVariant poll(Set<ScopedVariant> set) {
        Iterator<ScopedVariant> first = set.iterator();
        if (!first.hasNext()) {
            return null;
        }
        ScopedVariant variant = first.next();
        first.remove();
        return variant;
    }
}
