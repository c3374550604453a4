package dev.partnercatalog.runtime.progress;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far one partition has been read.
 *
 * <p>A partition has a goal, the end of its log when the goal was set. Once everything up to it is read, the current
 * end becomes the next goal: what was there when a reached goal was set is here. Thread-safe.
 */
public final class PartitionProgress {

    private static final long NO_GOAL = -1;

    private volatile long applied;
    private volatile long position;
    private long goal = NO_GOAL;
    private Instant goalAsked = Instant.MIN;
    private long goalAskedNanos;
    private long since;
    private boolean waiting;
    private long movedTo;
    private long movedAt;
    private long hidden;
    private @Nullable Instant whole;

    /** @param now in terms of {@link System#nanoTime} */
    PartitionProgress(long now) {
        since = now;
        movedAt = now;
    }

    /** A store was opened that holds everything before these offsets. */
    public synchronized void opened(OffsetRow stored) {
        applied = stored.applied();
        position = stored.position();
        goal = NO_GOAL;
        whole = null;
    }

    /** Everything before these offsets is in the table. */
    public synchronized void applied(OffsetRow row) {
        applied = Math.max(applied, row.applied());
        reached(row.position());
    }

    /** Everything before a position is in the table. */
    public synchronized void reached(long to) {
        position = Math.max(position, to);
    }

    /** The same, also if it was set back. */
    public synchronized void at(long now) {
        position = now;
    }

    /** The offset after the last record in the table. It is the same at every instance that has read as far. */
    public long applied() {
        return applied;
    }

    /** The offset before which everything is read. */
    public long position() {
        return position;
    }

    /** The partition ends here, or is readable up to where an open transaction begins. */
    synchronized void ends(long readable, long end, Instant asked, long askedNanos) {
        waiting = position < readable;
        hidden = Math.max(0, end - readable);
        if (position != movedTo || !waiting) {
            movedTo = position;
            movedAt = askedNanos;
        }
        if (goal != NO_GOAL && position >= goal) {
            since = goalAskedNanos;
            whole = goalAsked;
            goal = NO_GOAL;
        }
        if (position >= end) {
            since = askedNanos;
            whole = asked;
            goal = NO_GOAL;
        } else if (goal == NO_GOAL) {
            goal = end;
            goalAsked = asked;
            goalAskedNanos = askedNanos;
        }
    }

    /** For how many nanoseconds something may have been missing. */
    synchronized long age(long now) {
        return now - since;
    }

    /** When everything was read; null if that isn't known. */
    synchronized @Nullable Instant whole() {
        return whole;
    }

    /** How many offsets an open transaction hides. */
    synchronized long hidden() {
        return hidden;
    }

    /** For how many nanoseconds readable records have waited without anything being read; 0 if none wait. */
    synchronized long standsStill(long now) {
        return waiting ? now - movedAt : 0;
    }
}
