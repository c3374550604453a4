package dev.partnercatalog.schemas.plain;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Collects the faults of one event, or its warnings, so that its author can fix them all at once; bounded, since events
 * are large.
 */
public final class FieldFaults {

    private static final int MOST_NAMED = 10;

    /**
     * Why an event doesn't fit, or hardly does what its author meant.
     *
     * @param field path of the field at fault, such as {@code thc.avg} or {@code assets.Product[0].url}; empty if the
     *     event as a whole is at fault
     * @param problem the problem, in words that follow the field's name
     */
    public record FieldFault(String field, String problem) {

        /** Several of one event, in one line of text. */
        public static String inWords(List<FieldFault> faults) {
            return faults.stream().map(FieldFault::toString).collect(Collectors.joining("; "));
        }

        @Override
        public String toString() {
            return field.isEmpty() ? problem : field + ": " + problem;
        }
    }

    private final List<FieldFault> named = new ArrayList<>();
    private int unnamed;

    public void add(FieldPath path, String problem) {
        if (named.size() < MOST_NAMED) {
            named.add(new FieldFault(path.toString(), problem));
        } else {
            unnamed++;
        }
    }

    int count() {
        return named.size() + unnamed;
    }

    public boolean isEmpty() {
        return named.isEmpty();
    }

    public List<FieldFault> list() {
        List<FieldFault> all = new ArrayList<>(named);
        if (unnamed > 0) {
            all.add(new FieldFault("", "and " + unnamed + " more"));
        }
        return all;
    }
}
