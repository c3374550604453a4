package dev.partnercatalog.query.table;

import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a table: how far it is in its topic, and its store. Consumers and tasks report, any thread may ask.
 * Thread-safe.
 *
 * <p>A partition has a goal, the end of its topic when the goal was set. Once all up to it is applied, the present end is
 * the next goal. So the age of a goal tells for how long something has been missing. A position is what counts, not the
 * last record's offset: topics that transactions write end in markers that no reader ever sees.
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

    /** A consumer has it now; it begins anew if that is another one than before. */
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

    /** A consumer doesn't have it, or no longer. */
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
     * Where its consumer stands after a poll.
     *
     * @param position of the next record to poll
     * @param lag from there to the end; empty while that isn't known
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

    /** Its store is open; nobody reads it before it is restored. */
    void opened(OpenTable opening) {
        store = opening;
    }

    /** Its store is restored, and is brought up to date from now on. */
    @Nullable
    synchronized OpenTable started() {
        // The contents of the store before, even one of the same consumer, say nothing about this one.
        begin();
        running = true;
        return store;
    }

    /** Its store is about to be closed, or to be restored. */
    void stopped() {
        running = false;
    }

    /** Nanoseconds for which something may have been missing. */
    long age() {
        return nanoTime.getAsLong() - since;
    }

    /**
     * Its store, if that has all that the topic had when the task began; null otherwise. What a store that isn't whole
     * doesn't have yet would be taken for what doesn't exist.
     */
    @Nullable
    OpenTable readable() {
        OpenTable now = store;
        return running && caughtUp && now != null && now.isOpen() ? now : null;
    }
}
