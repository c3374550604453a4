package dev.partnercatalog.operations.eventfile;

import dev.partnercatalog.schemas.plain.FieldFault;
import dev.partnercatalog.schemas.plain.FieldPath;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Warns of each event whose key an earlier line of the file has: all are published, and the last one counts. Remembers
 * the first {@value #MOST_KEYS} keys of a file.
 */
final class RepeatedKeys implements UnaryOperator<Line> {

    /** Some 130 MB of memory. */
    private static final int MOST_KEYS = 1_000_000;

    private final Map<String, Long> numbers = new HashMap<>();

    @Override
    public Line apply(Line line) {
        if (!(line instanceof Line.Event event)) {
            return line;
        }
        Long earlier = numbers.size() < MOST_KEYS
                ? numbers.put(event.key(), event.number())
                : numbers.replace(event.key(), event.number());
        return earlier == null
                ? line
                : event.with(new FieldFault(
                        "",
                        "has the same key as line " + earlier + ", " + FieldPath.quote(event.key())
                                + ": the last line of a key counts"));
    }
}
