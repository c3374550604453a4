package dev.partnercatalog.streams.sweep;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes from one task's store, once after each absence of all resolvers, the rows that no input accounts for (D38).
 * Each removal has all effects of a deletion, in the same transaction. A row of the store says which absence it was last
 * swept after, and is written last: a task that is killed meanwhile, or moves, begins again. For the task's own thread.
 *
 * @param <V> the store's values
 */
public final class StoreSweep<V> {

    private static final Logger LOG = LoggerFactory.getLogger(StoreSweep.class);
    private static final String SWEPT = " swept";
    private static final Duration INTERVAL = Duration.ofMillis(100);

    /** A sweep pauses after so many rows, removals or milliseconds, so that records are processed in between. */
    private static final int ROWS_AT_ONCE = 10_000;

    private static final int REMOVED_AT_ONCE = 500;
    private static final long PAUSE_AFTER_MS = 50;

    private final Sweeps sweeps;
    private final Sweeps.Place place;
    private final Rows rows;
    private final KeyValueStore<String, V> store;
    private final Function<String, V> values;
    private final ProcessingContext context;
    private Sweeps.@Nullable Marks marks;
    private @Nullable Cancellable punctuator;
    private @Nullable String next;
    private long removed;

    /** What the store's rows are. */
    public interface Rows {

        /** Whether a row is what a record of an input says, so that it must not be without one. */
        boolean areOfInput(String row);

        /** Does what a deletion of the row's record would do. */
        void remove(String row);
    }

    /**
     * Begins the sweep of a task's store that was just opened, unless it is swept already.
     *
     * @param name of the store
     * @param values of rows by their text
     */
    public StoreSweep(Sweeps sweeps, ProcessingContext context, String name, Function<String, V> values, Rows rows) {
        this.sweeps = sweeps;
        this.place = new Sweeps.Place(name, context.taskId().partition());
        this.rows = rows;
        this.store = context.getStateStore(name);
        this.values = values;
        this.context = context;
        String absence = sweeps.absence();
        if (absence != null && !Objects.deepEquals(values.apply(absence), store.get(SWEPT))) {
            marks = sweeps.await(place);
            punctuator = context.schedule(INTERVAL, PunctuationType.WALL_CLOCK_TIME, now -> sweep(absence));
        }
    }

    /** A record has come for a row. */
    public void arrived(String row) {
        if (marks != null) {
            marks.add(row);
        }
    }

    private void sweep(String absence) {
        Sweeps.Marks known = marks;
        if (known == null || !known.areComplete()) {
            return;
        }
        long until = context.currentSystemTimeMs() + PAUSE_AFTER_MS;
        List<String> unaccounted = new ArrayList<>();
        next = find(known, unaccounted, until);
        // Only now: an iterator over a store's uncommitted rows may not be used while these change.
        for (String row : unaccounted) {
            rows.remove(row);
            removed++;
        }
        if (next != null) {
            return;
        }
        store.put(SWEPT, values.apply(absence));
        LOG.info("{} holds what the inputs account for: {} other rows were removed", place, removed);
        close();
    }

    /** Finds some rows without a mark. Returns where to go on; null at the end of the store. */
    private @Nullable String find(Sweeps.Marks known, List<String> unaccounted, long until) {
        try (KeyValueIterator<String, V> from = store.range(next, null)) {
            for (int seen = 0; from.hasNext(); seen++) {
                String row = from.next().key;
                if (seen == ROWS_AT_ONCE
                        || unaccounted.size() == REMOVED_AT_ONCE
                        || (seen > 0 && context.currentSystemTimeMs() > until)) {
                    return row;
                }
                if (rows.areOfInput(row) && !known.has(row)) {
                    unaccounted.add(row);
                }
            }
        }
        return null;
    }

    /** The task is closed. */
    public void close() {
        if (punctuator != null) {
            punctuator.cancel();
        }
        if (marks != null) {
            sweeps.forget(place, marks);
        }
        marks = null;
    }
}
