package dev.partnercatalog.runtime.progress;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far one partition has been read.
 *
 * <p>A partition has a goal, the end of its log when the goal was set. Once everything up to it is read, the current
 * end becomes the next goal: what was there when a reached goal was set is here. Thread-safe.
 */
public final class PartitionProgress {

    /**
     * How far a partition's records are in a store, as the store itself keeps it.
     *
     * @param applied the offset after the last record
     * @param position the offset before which everything is in the store; beyond {@code applied} by the markers of
     *     transactions
     */
    public record OffsetRow(long applied, long position) {

        /** Nothing is in the store. */
        public static final OffsetRow NONE = new OffsetRow(0, 0);

        /** Reads a row; nothing is in a store without one. */
        public static OffsetRow read(byte @Nullable [] value) {
            if (value == null) {
                return NONE;
            }
            ByteBuffer in = ByteBuffer.wrap(value);
            return new OffsetRow(in.getLong(), in.getLong());
        }

        /** The row's value. */
        public byte[] value() {
            return ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(applied)
                    .putLong(position)
                    .array();
        }

        /** The key of a partition's row. */
        public static byte[] key(int partition) {
            return ByteBuffer.allocate(Integer.BYTES).putInt(partition).array();
        }
    }

    private record Goal(long end, Instant asked, long askedNanos) {}

    private volatile long applied;
    private volatile long position;
    private @Nullable Goal goal;
    private long since;
    private boolean waiting;
    private long movedTo;
    private long movedAt;
    private long hidden;
    private @Nullable Instant caughtUpAt;

    /** @param now in terms of {@link System#nanoTime} */
    PartitionProgress(long now) {
        since = now;
        movedAt = now;
    }

    /** A store was opened that holds everything before these offsets. */
    public synchronized void opened(OffsetRow stored) {
        applied = stored.applied();
        position = stored.position();
        goal = null;
        caughtUpAt = null;
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
        Goal now = new Goal(end, asked, askedNanos);
        for (Goal set : goal == null ? List.of(now) : List.of(goal, now)) {
            if (position >= set.end()) {
                since = set.askedNanos();
                caughtUpAt = set.asked();
                goal = null;
            } else if (goal == null) {
                goal = set;
            }
        }
    }

    /** For how many nanoseconds something may have been missing. */
    synchronized long age(long now) {
        return now - since;
    }

    /** When everything was read; null if that isn't known. */
    synchronized @Nullable Instant caughtUpAt() {
        return caughtUpAt;
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
