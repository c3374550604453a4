package dev.partnercatalog.console.live;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The catalog's totals since this console was started, for up to {@link BacklogHistory#LENGTH}. Thread-safe. */
public final class TotalsHistory {

    /**
     * The totals at a moment.
     *
     * @param due variants that are due to all partners together
     * @param published events per second that upstream publishes
     * @param attempts delivery attempts per second
     */
    public record Totals(Instant at, long due, double published, double attempts) {}

    private final Deque<Totals> totals = new ArrayDeque<>();

    synchronized void add(Totals now) {
        totals.addLast(now);
        totals.removeIf(earlier -> earlier.at().isBefore(now.at().minus(BacklogHistory.LENGTH)));
    }

    /** The totals, oldest first. */
    public synchronized List<Totals> all() {
        return List.copyOf(totals);
    }
}
