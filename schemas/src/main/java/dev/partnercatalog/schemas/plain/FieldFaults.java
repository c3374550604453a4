package dev.partnercatalog.schemas.plain;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Collects the faults of one event, or its warnings, so that its author can fix them all at once; bounded, since events
 * are large.
 */
public final class FieldFaults {

    private static final int MOST_NAMED = 10;

    private final List<FieldFault> named = new ArrayList<>();
    private int unnamed;

    public void add(FieldPath path, String problem) {
        add(path, () -> problem);
    }

    /** Adds a fault whose words cost something: they are only made if it is named. */
    public void add(FieldPath path, Supplier<String> problem) {
        if (named.size() < MOST_NAMED) {
            named.add(new FieldFault(path.toString(), problem.get()));
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
