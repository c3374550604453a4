package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * In which order a partner's due variants are looked at. The marks themselves are in the store; this is a bounded window
 * on them, and what has no place in it is found by walking through the store in rounds.
 */
final class DueQueue {

    private static final long NEVER = Long.MAX_VALUE;
    private static final long SOON_MS = 1_000;

    private final String partnerId;
    private final SinkState state;
    private final Limits limits;

    private final Set<ScopedVariant> inFlight = new HashSet<>();
    private final Map<ScopedVariant, Cause> changedInFlight = new HashMap<>();
    private final Deque<List<ScopedVariant>> groups = new ArrayDeque<>();
    private final Set<ScopedVariant> live = new LinkedHashSet<>();
    private final Set<ScopedVariant> refused = new LinkedHashSet<>();
    private final Deque<ScopedVariant> page = new ArrayDeque<>();

    private @Nullable ScopedVariant cursor;
    private boolean walking;
    private boolean anotherRound;
    private long wakeAt = NEVER;

    DueQueue(String partnerId, SinkState state, Limits limits) {
        this.partnerId = partnerId;
        this.state = state;
        this.limits = limits;
    }

    /** A variant was marked because its record changed: it goes before the backlog. */
    void markedLive(ScopedVariant variant, Cause cause) {
        if (inFlight.contains(variant)) {
            changedInFlight.merge(variant, cause, Cause::followedBy);
        } else if (live.size() < limits.live()) {
            live.add(variant);
        } else {
            walkAgain();
        }
    }

    /** A variant was marked that can wait for its turn. */
    void markedInBacklog(ScopedVariant variant) {
        if (inFlight.contains(variant)) {
            changedInFlight.merge(variant, Cause.UNKNOWN, Cause::followedBy);
        } else {
            walkAgain();
        }
    }

    /** The store holds marks that this queue may not know of. */
    void walkAgain() {
        if (walking) {
            anotherRound = true;
        } else {
            walking = true;
        }
    }

    /** These were in one message and belong in one message again. */
    void keepTogether(List<ScopedVariant> variants) {
        groups.addLast(variants);
    }

    /** A refused record waits by itself. */
    void waitUntil(long time) {
        wakeAt = Math.min(wakeAt, time);
    }

    void launched(ScopedVariant variant) {
        inFlight.add(variant);
    }

    /** Returns why the variant was marked again while it was under way, null where it wasn't. */
    @Nullable
    Cause landed(ScopedVariant variant) {
        inFlight.remove(variant);
        return changedInFlight.remove(variant);
    }

    boolean hasChangedInFlight(ScopedVariant variant) {
        return changedInFlight.containsKey(variant);
    }

    boolean isInFlight(ScopedVariant variant) {
        return inFlight.contains(variant);
    }

    /** A company's variant as it is under way, at whatever scopes. */
    List<ScopedVariant> inFlightOf(ScopedVariant company) {
        return inFlight.stream()
                .filter(variant -> variant.ofCompany().equals(company))
                .toList();
    }

    /** The kinds of work there are, the most urgent first. */
    List<Lane> lanes(long now) {
        if (wakeAt <= now) {
            wakeAt = NEVER;
            walkAgain();
        }
        List<Lane> lanes = new ArrayList<>(3);
        if (!groups.isEmpty() || !live.isEmpty()) {
            lanes.add(Lane.LIVE);
        }
        if (!refused.isEmpty()) {
            lanes.add(Lane.REFUSED);
        }
        if (walking) {
            lanes.add(Lane.BACKLOG);
        }
        return lanes;
    }

    @Nullable
    List<ScopedVariant> pollGroup() {
        return groups.pollFirst();
    }

    /** A refused record whose time has come, null where there is none. */
    @Nullable
    ScopedVariant pollRefused() {
        return poll(refused);
    }

    /** The next variant to look at, null where none is left for now. */
    @Nullable
    ScopedVariant poll(long now) {
        ScopedVariant next = poll(live);
        return next == null ? pollBacklog(now) : next;
    }

    /** Looks at one page at most, so that a long row of marks that must wait costs little at a time. */
    private @Nullable ScopedVariant pollBacklog(long now) {
        if (!walking) {
            return null;
        }
        if (page.isEmpty() && !turnPage()) {
            return null;
        }
        while (!page.isEmpty()) {
            ScopedVariant variant = page.removeFirst();
            Due due = inFlight.contains(variant) ? null : state.marks().get(partnerId, variant);
            if (due == null) {
                continue;
            }
            if (due.refusals() == 0) {
                live.remove(variant);
                return variant;
            }
            if (isPaused(due, now)) {
                waitUntil(due.notBefore());
            } else if (refused.contains(variant) || refused.size() < limits.live()) {
                refused.add(variant);
            } else {
                waitUntil(now + SOON_MS);
            }
        }
        return null;
    }

    /** A pause that would last longer than any does was begun by an instance whose clock was ahead: it is over. */
    private static boolean isPaused(Due due, long now) {
        return due.notBefore() > now && due.notBefore() - now <= Backoff.MAX.toMillis();
    }

    private boolean turnPage() {
        page.addAll(state.marks().after(partnerId, cursor, limits.page()));
        if (page.isEmpty()) {
            cursor = null;
            walking = anotherRound;
            anotherRound = false;
            return false;
        }
        cursor = page.getLast();
        return true;
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
