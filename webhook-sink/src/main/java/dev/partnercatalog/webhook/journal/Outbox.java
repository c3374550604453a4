package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.webhook.journal.Entry.Slot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be written: of each place in a table the newest record, which is never lost, and a bounded number of
 * attempts. Two records of one place are never on their way at once, so that no retry puts the older over the newer.
 * Thread-safe.
 */
final class Outbox {

    /** About a megabyte, and what a busy process does in some seconds. */
    static final int MAX_ATTEMPTS = 2_000;

    private final Map<Slot, Entry> newest = new LinkedHashMap<>();
    private final Set<Slot> onTheWay = new HashSet<>();
    private final Deque<Entry> attempts = new ArrayDeque<>();
    private int attemptsOnTheWay;
    private long dropped;
    private boolean overflowing;
    private boolean closed;

    synchronized void put(Entry entry) {
        newest.put(entry.slot(), entry);
        notifyAll();
    }

    /** Drops it where too many wait already; returns whether it is the first to be dropped for that. */
    synchronized boolean addAttempt(Entry attempt) {
        if (attempts.size() + attemptsOnTheWay >= MAX_ATTEMPTS) {
            dropped++;
            boolean first = !overflowing;
            overflowing = true;
            return first;
        }
        attempts.addLast(attempt);
        notifyAll();
        return false;
    }

    /** Waits for the next entry that may be written; null when closed and empty. */
    synchronized @Nullable Entry take() throws InterruptedException {
        while (true) {
            Entry next = poll();
            if (next != null) {
                return next;
            }
            if (closed) {
                return null;
            }
            wait();
        }
    }

    private @Nullable Entry poll() {
        for (Iterator<Entry> entries = newest.values().iterator(); entries.hasNext(); ) {
            Entry entry = entries.next();
            if (onTheWay.add(entry.slot())) {
                entries.remove();
                return entry;
            }
        }
        Entry attempt = attempts.pollFirst();
        if (attempt == null) {
            overflowing = false;
        } else {
            attemptsOnTheWay++;
        }
        return attempt;
    }

    synchronized void written(Entry entry) {
        landed(entry);
    }

    /** Keeps what counts until it is written, unless something newer has taken its place. */
    synchronized void failed(Entry entry) {
        if (landed(entry)) {
            newest.putIfAbsent(entry.slot(), entry);
        } else {
            dropped++;
        }
    }

    /** Returns whether it has a place in a table. */
    private boolean landed(Entry entry) {
        boolean inTable = entry.topic().isCompacted();
        if (inTable) {
            onTheWay.remove(entry.slot());
        } else {
            attemptsOnTheWay--;
        }
        notifyAll();
        return inTable;
    }

    /** How many attempts were dropped since this was last asked. */
    synchronized long resetDropped() {
        long since = dropped;
        dropped = 0;
        return since;
    }

    /** Waits so long, or until closed. */
    synchronized void pause(Duration time) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        long left = time.toMillis();
        while (!closed && left > 0) {
            wait(left);
            left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        }
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
