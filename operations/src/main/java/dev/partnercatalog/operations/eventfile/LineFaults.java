package dev.partnercatalog.operations.eventfile;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the faults of one line, or its warnings, so that its author can fix them all at once; bounded, since lines
 * are long.
 */
final class LineFaults {

    private static final int MOST_NAMED = 10;

    private final List<LineFault> named = new ArrayList<>();
    private int unnamed;

    void add(FieldPath path, String problem) {
        if (named.size() < MOST_NAMED) {
            named.add(new LineFault(path.toString(), problem));
        } else {
            unnamed++;
        }
    }

    int count() {
        return named.size() + unnamed;
    }

    boolean isEmpty() {
        return named.isEmpty();
    }

    List<LineFault> list() {
        List<LineFault> all = new ArrayList<>(named);
        if (unnamed > 0) {
            all.add(new LineFault("", "and " + unnamed + " more"));
        }
        return all;
    }
}
