package dev.partnercatalog.streams.sweep;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sweeps of an instance's tasks after the last absence of all resolvers (D38). A task that has yet to sweep its store
 * waits here for its {@link Marks}: the rows that some record of an input accounts for. Thread-safe.
 *
 * <p>A task first processes what waited for it when it began, because a step of before the absence may write a row that
 * was deleted since. Then its marks begin, and only then all inputs are read to their ends, so that every record whose
 * effects were in the store by then is read here, and every later one marks its row itself when it reaches the task. A row
 * without a mark therefore comes from a record that its input has removed; the deletion removed it, and was removed too.
 */
public final class Sweeps {

    /** How many keys are kept at a time: some 130 MB. With more, the inputs are read several times. */
    private static final long KEYS_AT_ONCE = 1_000_000;

    private final @Nullable String absence;
    private final int partitions;
    private final Map<Place, Marks> waiting = new LinkedHashMap<>();
    private @Nullable Batch batch;

    /** A partition of a store. */
    public record Place(String store, int partition) {}

    /** What the brokers know. */
    public interface Inputs {

        /** How many records all inputs have, or more. */
        long size();

        /** Returns what says of tasks of this instance whether they have processed all that waits for them at this moment. */
        Predicate<Place> processed();

        /**
         * Passes on the row of each record that isn't a deletion, and its place: all that are there when this is called,
         * and those whose newer ones replace them meanwhile.
         */
        void read(BiConsumer<Place, String> receiver);
    }

    private record Batch(Map<Place, Marks> tasks, Predicate<Place> processed) {}

    /**
     * @param absence names the last absence of all resolvers; null if there was none, so that nothing is swept
     * @param partitions of each store
     */
    public Sweeps(@Nullable String absence, int partitions) {
        this.absence = absence;
        this.partitions = partitions;
    }

    @Nullable
    String absence() {
        return absence;
    }

    /** The marks that a task will get. Those of an earlier task in the same place are never complete. */
    synchronized Marks await(Place place) {
        Marks marks = new Marks();
        waiting.put(place, marks);
        return marks;
    }

    synchronized void forget(Place place, Marks marks) {
        waiting.remove(place, marks);
    }

    /**
     * Marks rows for tasks that wait, if they are ready for it. To be called again and again, by one thread.
     *
     * @throws dev.partnercatalog.schemas.topic.BrokerUnavailableException if the brokers don't answer
     */
    public void mark(Inputs inputs) {
        if (batch == null) {
            batch = new Batch(next(inputs), inputs.processed());
        }
        Map<Place, Marks> tasks = batch.tasks();
        tasks.entrySet().removeIf(task -> !isWaiting(task.getKey(), task.getValue()));
        if (!tasks.keySet().stream().allMatch(batch.processed())) {
            return;
        }
        batch = null;
        if (tasks.isEmpty()) {
            return;
        }
        tasks.values().forEach(Marks::begin);
        inputs.read((place, row) -> {
            Marks marks = tasks.get(place);
            if (marks != null) {
                marks.add(row);
            }
        });
        tasks.forEach((place, marks) -> {
            marks.complete();
            forget(place, marks);
        });
    }

    private synchronized boolean isWaiting(Place place, Marks marks) {
        return waiting.get(place) == marks;
    }

    private Map<Place, Marks> next(Inputs inputs) {
        synchronized (this) {
            if (waiting.isEmpty()) {
                return new HashMap<>();
            }
        }
        long most = Math.max(1, partitions * KEYS_AT_ONCE / Math.max(1, inputs.size()));
        synchronized (this) {
            return waiting.entrySet().stream()
                    .limit(most)
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, HashMap::new));
        }
    }

    /** The rows of one task's store that records account for. Thread-safe. */
    static final class Marks {

        private @Nullable Set<String> rows;
        private boolean complete;

        private synchronized void begin() {
            rows = new HashSet<>();
        }

        /** Marks a row, unless the marks haven't begun. */
        synchronized void add(String row) {
            if (rows != null) {
                rows.add(row);
            }
        }

        private synchronized void complete() {
            complete = true;
        }

        synchronized boolean areComplete() {
            return complete;
        }

        synchronized boolean has(String row) {
            return rows == null || rows.contains(row);
        }
    }
}
