package dev.partnercatalog.schemas.conversion;

import com.fasterxml.jackson.core.JsonStreamContext;
import dev.partnercatalog.schemas.key.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The faults of one event, or its warnings, seen from one value of its object: all are collected, so that its author can
 * fix them at once; bounded, since events are large.
 */
public final class FieldFaults {

    private static final int MOST_NAMED = 10;
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_$-]{1,64}");

    /**
     * Why an event doesn't fit, or hardly does what its author meant.
     *
     * @param field path of the field at fault, such as {@code thc.avg} or {@code assets.Product[0].url}; empty if the
     *     event as a whole is at fault. A name that would not read well between dots is quoted:
     *     {@code variantTypePreferences[""]}
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

    private final List<FieldFault> named;
    private final AtomicInteger found;
    private final String path;

    /** None yet, seen from the event's object itself. */
    public FieldFaults() {
        this(new ArrayList<>(), new AtomicInteger(), "");
    }

    private FieldFaults(List<FieldFault> named, AtomicInteger found, String path) {
        this.named = named;
        this.found = found;
        this.path = path;
    }

    /** The same faults, seen from a field of this object. */
    public FieldFaults field(String name) {
        if (!PLAIN_NAME.matcher(name).matches()) {
            return within("[" + Ids.quoted(name) + "]");
        }
        return within(path.isEmpty() ? name : "." + name);
    }

    FieldFaults element(int index) {
        return within("[" + index + "]");
    }

    private FieldFaults within(String part) {
        return new FieldFaults(named, found, path + part);
    }

    /** The same faults, seen from where a parser of the event's JSON stopped. */
    public FieldFaults at(JsonStreamContext context) {
        JsonStreamContext parent = context.getParent();
        if (parent == null) {
            return this;
        }
        FieldFaults at = at(parent);
        String name = context.getCurrentName();
        if (context.inObject() && name != null) {
            return at.field(name);
        }
        return context.inArray() && context.hasCurrentIndex() ? at.element(context.getCurrentIndex()) : at;
    }

    /** Adds a fault of this value. */
    public void add(String problem) {
        found.incrementAndGet();
        if (named.size() < MOST_NAMED) {
            named.add(new FieldFault(path, problem));
        }
    }

    /** How many faults the event has, wherever they are. */
    int count() {
        return found.get();
    }

    /** Whether the event has no fault anywhere. */
    public boolean isEmpty() {
        return named.isEmpty();
    }

    /** The event's faults. */
    public List<FieldFault> list() {
        List<FieldFault> all = new ArrayList<>(named);
        if (count() > named.size()) {
            all.add(new FieldFault("", "and " + (count() - named.size()) + " more"));
        }
        return all;
    }
}
