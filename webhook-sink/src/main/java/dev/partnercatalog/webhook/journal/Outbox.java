package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be written: the newest record of each place in a table, which is never lost, and a bounded number of
 * attempts. Two records of one place are never in flight at once, so that no retry can overwrite the newer with the
 * older. Thread-safe.
 */
final class Outbox {

    /** A few megabytes, or what a busy process produces in some seconds. */
    static final int MAX_ATTEMPTS = 2_000;

    private final Map<JournalEntry.Slot, JournalEntry> newest = new LinkedHashMap<>();
    private final Set<JournalEntry.Slot> onTheWay = new HashSet<>();
    private final Deque<JournalEntry> attempts = new ArrayDeque<>();
    private int attemptsOnTheWay;
    private long dropped;
    private boolean overflowing;
    private boolean closed;

    synchronized void put(JournalEntry entry) {
        newest.put(entry.slot(), entry);
        notifyAll();
    }

    /** Drops the attempt if too many wait already; returns whether it is the first to be dropped. */
    synchronized boolean addAttempt(JournalEntry attempt) {
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
    synchronized @Nullable JournalEntry take() throws InterruptedException {
        while (true) {
            JournalEntry next = poll();
            if (next != null) {
                return next;
            }
            if (closed) {
                return null;
            }
            wait();
        }
    }

    private @Nullable JournalEntry poll() {
        for (Iterator<JournalEntry> entries = newest.values().iterator(); entries.hasNext(); ) {
            JournalEntry entry = entries.next();
            if (onTheWay.add(entry.slot())) {
                entries.remove();
                return entry;
            }
        }
        JournalEntry attempt = attempts.pollFirst();
        if (attempt == null) {
            overflowing = false;
        } else {
            attemptsOnTheWay++;
        }
        return attempt;
    }

    synchronized void written(JournalEntry entry) {
        landed(entry);
    }

    /** Keeps an entry of a table until it is written, unless a newer one has replaced it. */
    synchronized void failed(JournalEntry entry) {
        if (landed(entry)) {
            newest.putIfAbsent(entry.slot(), entry);
        } else {
            dropped++;
        }
    }

    /** Returns whether the entry belongs to a table. */
    private boolean landed(JournalEntry entry) {
        boolean inTable = entry.topic().isCompacted();
        if (inTable) {
            onTheWay.remove(entry.slot());
        } else {
            attemptsOnTheWay--;
        }
        notifyAll();
        return inTable;
    }

    /** The number of attempts dropped since the last call. */
    synchronized long resetDropped() {
        long since = dropped;
        dropped = 0;
        return since;
    }

    /** Waits for this time, or until closed. */
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

    /**
     * A record to be written.
     *
     * @param record null to delete what the key holds
     */
    record JournalEntry(
            CatalogTopic topic, String key, @Nullable SpecificRecord record) {

        /** A place in a table, of which only the newest record counts. */
        record Slot(CatalogTopic topic, String key) {}

        Slot slot() {
            return new Slot(topic, key);
        }
    }
}
