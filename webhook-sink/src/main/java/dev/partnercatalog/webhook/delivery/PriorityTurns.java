package dev.partnercatalog.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Which kind of work tries a failing endpoint first after its next pause (D26, D37): changes and everything else, suspects,
 * or isolated records. They take turns: otherwise a message that fails at once, at the end of each pause, would keep those
 * from being tried that show which record is at fault, or that the endpoint has recovered. Not thread-safe: its
 * {@link EndpointQueue} guards it.
 */
final class PriorityTurns {

    /** The kinds in the order of their turns. LIVE stands for every priority that isn't tried aside. */
    private static final List<Priority> KINDS = List.of(Priority.LIVE, Priority.SUSPECT, Priority.REFUSED);

    private final Set<Priority> asked = EnumSet.noneOf(Priority.class);
    private Priority last = Priority.LIVE;
    private Instant until = Instant.MIN;

    /** Work of a priority waits. */
    void ask(Priority priority) {
        asked.add(kind(priority));
    }

    /**
     * How much longer than the pause a priority waits, so that only one kind tries the endpoint. Nobody waits for a kind
     * of which nothing waits, except for changes, which may come any time.
     */
    Duration waitsAfterPause(Priority priority) {
        Priority kind = kind(priority);
        if (kind.isAside() && !asked.contains(kind)) {
            return Priority.TURN.multipliedBy(KINDS.indexOf(kind));
        }
        int ahead = 0;
        for (Priority other = after(last); other != kind; other = after(other)) {
            ahead += !other.isAside() || asked.contains(other) ? 1 : 0;
        }
        return Priority.TURN.multipliedBy(ahead);
    }

    private static Priority kind(Priority priority) {
        return priority.isAside() ? priority : Priority.LIVE;
    }

    private static Priority after(Priority kind) {
        return KINDS.get((KINDS.indexOf(kind) + 1) % KINDS.size());
    }

    /** A suspect has failed by its own fault: if it is the suspects' turn, the next one follows soon. */
    void suspected(Instant now) {
        if (asked.contains(Priority.SUSPECT)
                && waitsAfterPause(Priority.SUSPECT).isZero()) {
            until = now.plus(Backoff.MIN).plus(Priority.TURN);
        }
    }

    /** Whether everything else waits for the next suspect. A turn that would last longer was set by another clock. */
    boolean lasts(Instant time) {
        return time.isBefore(until)
                && !time.plus(Backoff.MIN).plus(Priority.TURN).isBefore(until);
    }

    /** The endpoint has failed with a message of this priority, and is tried again after a pause. */
    void failed(Priority priority) {
        last = kind(priority);
        asked.clear();
        until = Instant.MIN;
    }

    void clear() {
        failed(Priority.LIVE);
    }
}
