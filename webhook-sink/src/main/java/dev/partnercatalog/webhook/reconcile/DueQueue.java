package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Priority;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.state.IsolatedRecords;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a partner's due variants are examined, and which of them are in flight. The marks themselves are
 * in the store; this is a bounded window on them, and those that don't fit are found by reading the store in rounds.
 */
final class DueQueue {

    private static final long NEVER = Long.MAX_VALUE;
    private static final long SOON_MS = 1_000;

    /**
     * If more records than this are isolated, messages that fail aren't halved any more (D37), and no more records are
     * sent one by one: the endpoint fails on too much, and is left alone for a while after each failure.
     */
    private static final int MOST_ISOLATED = 1_000;

    private final String partnerId;
    private final SinkState state;
    private final ReconcileLimits limits;
    private final VariantStates variants = new VariantStates();
    private final Repeats again = new Repeats();
    private final Set<ScopedVariant> live = new LinkedHashSet<>();
    private final Set<ScopedVariant> refused = new LinkedHashSet<>();
    private final AwaitedProducts awaited = new AwaitedProducts();
    private final MarkRounds rounds;
    private long wakeAt = NEVER;
    private boolean changesFirst;

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

    /** What is known of the variants besides their marks. */
    VariantStates variants() {
        return variants;
    }

    /** A variant was marked because its record changed: it goes before the backlog. */
    void markedLive(ScopedVariant variant) {
        if (variants.isInFlight(variant)) {
            variants.changeInFlight(variant);
        } else if (live.size() < limits.live()) {
            live.add(variant);
        } else {
            readMarks();
        }
        variants.marked(variant);
    }

    /** The store may hold marks that this queue doesn't know. */
    void readMarks() {
        rounds.begin();
    }

    /**
     * A message has to be sent again, with the newest state of its variants.
     *
     * @param priority as in {@link Repeats#add}
     * @param failures how often in a row an attempt with it has failed
     */
    void sendAgain(Priority priority, Intent intent, int failures) {
        again.add(priority, new Repeats.Repeat(intent, failures), !hasMostIsolated());
        variants.waits(intent);
    }

    /** Whether so many records are isolated that no more should be. */
    boolean hasMostIsolated() {
        return state.marks().isolated(partnerId).count() >= MOST_ISOLATED;
    }

    /** An isolated record waits until this time. */
    void waitUntil(long time) {
        wakeAt = Math.min(wakeAt, time);
    }

    /** Whether there is nothing to do, now or later, unless something is marked. */
    boolean isIdle() {
        return again.isEmpty() && live.isEmpty() && refused.isEmpty() && !rounds.isRunning() && wakeAt == NEVER;
    }

    /**
     * The kinds of work there are, in the order in which they are asked for places. Those that are sent aside come first:
     * each has one message in flight at most, and changes that never end would leave it no place.
     */
    List<Priority> priorities(long now) {
        if (wakeAt <= now) {
            wakeAt = NEVER;
            lookAtIsolated(now);
            readMarks();
        }
        List<Priority> priorities = new ArrayList<>(4);
        if (again.hasAny(Priority.SUSPECT)) {
            priorities.add(Priority.SUSPECT);
        }
        if (!refused.isEmpty()) {
            priorities.add(Priority.REFUSED);
        }
        if (again.hasAny(Priority.LIVE) || !live.isEmpty()) {
            priorities.add(Priority.LIVE);
        }
        if (!isCongested() && (rounds.isRunning() || again.hasAny(Priority.BACKLOG))) {
            priorities.add(Priority.BACKLOG);
        }
        return priorities;
    }

    /** Whether the backlog has to wait, because its messages would be suspected faster than they can be sorted out. */
    boolean isCongested() {
        return again.isFullOfSuspects();
    }

    /**
     * The next message of a priority that has to be sent again; null if there is none, or if changes go first: they take
     * turns with messages that have failed.
     */
    Repeats.@Nullable Repeat pollAgain(Priority priority) {
        if (priority == Priority.LIVE && !live.isEmpty() && again.nextHasFailed()) {
            changesFirst = !changesFirst;
            if (changesFirst) {
                return null;
            }
        }
        Repeats.Repeat repeat = again.poll(priority);
        if (repeat != null) {
            variants.waitsNoLonger(repeat.intent());
        }
        return repeat;
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

    /** Examines at most one page, so that a long row of marks that must wait costs little at a time. */
    private @Nullable ScopedVariant pollBacklog(long now) {
        if (!rounds.hasNext()) {
            return null;
        }
        for (ScopedVariant variant = rounds.pollPage(); variant != null; variant = rounds.pollPage()) {
            Due due = variants.isInFlight(variant) ? null : state.marks().get(partnerId, variant);
            if (due == null) {
                continue;
            }
            if (!due.isIsolated()) {
                live.remove(variant);
                return variant;
            }
            tryInTime(variant, due, now);
        }
        return null;
    }

    /** Rounds would find these too, but changes that never end, or suspects, may keep the backlog waiting. */
    private void lookAtIsolated(long now) {
        for (IsolatedRecords.Isolated isolated :
                state.marks().isolated(partnerId).named()) {
            if (!variants.isInFlight(isolated.variant())) {
                tryInTime(isolated.variant(), isolated.due(), now);
            }
        }
    }

    private void tryInTime(ScopedVariant variant, Due isolated, long now) {
        if (Examination.isPaused(isolated, now)) {
            waitUntil(isolated.notBefore());
        } else {
            tryAlone(variant, now);
        }
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
