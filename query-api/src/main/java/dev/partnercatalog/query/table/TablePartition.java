package dev.partnercatalog.query.table;

import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a table: how far it has progressed in its topic, and its store. Consumers and tasks report, any
 * thread may ask. Thread-safe.
 *
 * <p>A partition has a goal, the end of its topic when the goal was set. Once everything up to it is applied, the
 * current end becomes the next goal. The age of a goal therefore shows for how long something has been missing. A
 * position is what counts, not the last record's offset: topics written in transactions end in markers that no reader
 * ever sees.
 */
final class TablePartition {

    private final LongSupplier nanoTime;
    private @Nullable Object consumer;
    private long lastPolled = -1;
    private long goal = Long.MAX_VALUE;
    private volatile long since;
    private volatile long lastApplied = -1;
    private volatile long appliedTo;
    private volatile boolean caughtUp;
    private volatile boolean running;
    private volatile @Nullable OpenTable store;

    TablePartition(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
    }

    /** A consumer has it now; if it is a different one than before, the partition starts over. */
    synchronized void assigned(Object to) {
        if (consumer != to) {
            consumer = to;
            begin();
        }
    }

    private void begin() {
        caughtUp = false;
        lastPolled = -1;
        lastApplied = -1;
        appliedTo = 0;
        goal = Long.MAX_VALUE;
    }

    /** A consumer doesn't have it, or no longer has it. */
    synchronized void revoked(Object from) {
        if (consumer == from) {
            consumer = null;
            caughtUp = false;
        }
    }

    /** The last record that a poll returned. */
    synchronized void polled(long offset) {
        lastPolled = offset;
    }

    /**
     * The position of its consumer after a poll.
     *
     * @param position of the next record to poll
     * @param lag from there to the end; empty while unknown
     */
    synchronized void at(long position, OptionalLong lag) {
        if (consumer == null || lag.isEmpty()) {
            return;
        }
        long end = position + lag.getAsLong();
        boolean settled = lastApplied >= lastPolled;
        if (settled) {
            appliedTo = position;
        }
        if (position >= Math.min(goal, end) && settled) {
            goal = end;
            since = nanoTime.getAsLong();
            if (!caughtUp && running && store != null) {
                store.whole(position);
            }
            caughtUp = true;
        } else {
            goal = Math.min(goal, end);
        }
    }

    /** A record is in the store. */
    void applied(long offset) {
        lastApplied = offset;
        appliedTo = Math.max(appliedTo, offset + 1);
    }

    /** The offset before which every record is in the store. */
    long appliedTo() {
        return appliedTo;
    }

    /** Its store is open; it isn't read before it is restored. */
    void opened(OpenTable opening) {
        store = opening;
    }

    /** Its store is restored, and is kept up to date from now on. */
    @Nullable
    synchronized OpenTable started() {
        // The content of the previous store, even of the same consumer, says nothing about this one.
        begin();
        running = true;
        return store;
    }

    /** Its store is about to be closed, or to be restored. */
    void stopped() {
        running = false;
    }

    /** For how many nanoseconds something may have been missing. */
    long age() {
        return nanoTime.getAsLong() - since;
    }

    /**
     * Its store, if that has everything that the topic had when the task began; null otherwise. What an incomplete
     * store lacks would be mistaken for something that doesn't exist.
     */
    @Nullable
    OpenTable readable() {
        OpenTable now = store;
        return running && caughtUp && now != null && now.isOpen() ? now : null;
    }
}
