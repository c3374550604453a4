package dev.partnercatalog.benchmarks.input;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The layers of one kind: their variants and scopes, and the last change of each. */
final class LayerTable {

    /** Creates the event that publishes a layer. */
    @FunctionalInterface
    interface Publisher {
        PublishedEvent event(int variant, int scope, int change);
    }

    private static final long SCOPES = 1_000_000;

    private final Publisher publisher;
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final List<Long> places = new ArrayList<>();
    private final List<Integer> changes = new ArrayList<>();

    LayerTable(Publisher publisher) {
        this.publisher = publisher;
    }

    /** Adds a layer, and returns whether there was none yet. */
    boolean add(int variant, int scope) {
        long place = place(variant, scope);
        if (numbers.putIfAbsent(place, places.size()) != null) {
            return false;
        }
        places.add(place);
        changes.add(0);
        return true;
    }

    boolean has(int variant, int scope) {
        return numbers.containsKey(place(variant, scope));
    }

    int size() {
        return places.size();
    }

    int variant(int number) {
        return (int) (places.get(number) / SCOPES);
    }

    int scope(int number) {
        return (int) (places.get(number) % SCOPES);
    }

    void change(int number, int change) {
        changes.set(number, change);
    }

    /** The layer in its current state. */
    PublishedEvent event(int number) {
        return publisher.event(variant(number), scope(number), changes.get(number));
    }

    /** The last change of the layer there, {@link Markers#NONE} if there is none. */
    int changeAt(int variant, int scope) {
        Integer number = numbers.get(place(variant, scope));
        return number == null ? Markers.NONE : changes.get(number);
    }

    private static long place(int variant, int scope) {
        return SCOPES * variant + scope;
    }
}
