package dev.partnercatalog.runtime.table;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far one partition of a table has been read.
 *
 * <p>A partition has a goal, the end of its topic when the goal was set. Once everything up to it is applied, the
 * current end becomes the next goal: what was there when a reached goal was set is here. Thread-safe.
 */
public final class PartitionProgress {

    private static final long NO_GOAL = -1;

    private volatile long applied;
    private volatile long position;
    private long goal = NO_GOAL;
    private Instant goalAsked = Instant.MIN;
    private long goalAskedNanos;
    private volatile long since;
    private long movedTo;
    private long movedAt;
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

    /** The offset after the last record in the table. It is the same at every instance that has read as far. */
    public long applied() {
        return applied;
    }

    /** The offset before which everything is in the table. */
    public long position() {
        return position;
    }

    /** The topic ends here. */
    synchronized void ends(long end, Instant asked, long askedNanos) {
        if (position != movedTo) {
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
    long age(long now) {
        return now - since;
    }

    /** When the table held everything; null if that isn't known. */
    synchronized @Nullable Instant whole() {
        return whole;
    }

    /** Whether records were waiting when the end was last asked for. */
    synchronized boolean isWaiting() {
        return goal != NO_GOAL;
    }

    /** For how many nanoseconds it hasn't moved. */
    synchronized long sinceMoved(long now) {
        return now - movedAt;
    }
}
