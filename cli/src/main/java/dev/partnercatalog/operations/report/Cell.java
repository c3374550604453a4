package dev.partnercatalog.operations.report;

import dev.partnercatalog.resolution.Scope;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One value of a report, with its type. */
public sealed interface Cell {

    /** Words. */
    record Text(String text) implements Cell {}

    /** Text of machines, such as a position in a topic. */
    record Code(String text) implements Cell {}

    /** A count. */
    record Count(long number) implements Cell {}

    /** A point in time. */
    record Time(Instant time) implements Cell {}

    /** Yes or no. */
    record Flag(boolean on) implements Cell {}

    /**
     * One of a few states.
     *
     * @param code its name for programs
     */
    record State(String code, String words) implements Cell {}

    /** A partner's id. */
    record Partner(String id) implements Cell {}

    /**
     * A company's id.
     *
     * @param partnerId the partner as which the report sees it; null for none
     */
    record Company(long id, @Nullable String partnerId) implements Cell {}

    /**
     * A variant at a scope.
     *
     * @param shown how the report names it
     * @param partnerId the partner as which the report sees it; null for none
     */
    record Variant(
            String shown,
            String barcode,
            Scope scope,
            @Nullable String partnerId) implements Cell {}

    /** A dead letter's id. */
    record DeadLetterId(String id) implements Cell {}

    /**
     * Bytes that are probably text.
     *
     * @param most the most characters that people are shown
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Bytes(byte[] bytes, int most) implements Cell {}

    /** A value of the catalog, shown as JSON. */
    record Value(Object value) implements Cell {}

    /** What one of several layers says, and what becomes of it. */
    record Layered(Outcome outcome, Cell value) implements Cell {}

    /** What becomes of a layer's value. */
    enum Outcome {
        WON,
        REPLACED,
        FLAG_OFF;

        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * Several values.
     *
     * @param more whether there are others that aren't named
     */
    record Many(List<Cell> cells, boolean more) implements Cell {
        public Many {
            cells = List.copyOf(cells);
        }
    }

    /**
     * No value.
     *
     * @param isTold whether programs get null, and people see the column even if nothing has a value; otherwise both are
     *     left out
     */
    record Absent(boolean isTold) implements Cell {}

    /** The absence of a value, of which programs aren't told. */
    static Cell none() {
        return new Absent(false);
    }

    /** A text; none for null. */
    static Cell text(@Nullable String text) {
        return text == null ? none() : new Text(text);
    }

    /** A time; none for null. */
    static Cell time(@Nullable Instant time) {
        return time == null ? none() : new Time(time);
    }

    /** A catalog's value; none for null. */
    static Cell value(@Nullable Object value) {
        return value == null ? none() : new Value(value);
    }

    static Cell number(long number) {
        return new Count(number);
    }

    /** The same cell, except that programs are told of its absence. */
    static Cell orNull(Cell cell) {
        return cell instanceof Absent ? new Absent(true) : cell;
    }

    /** All of them, as texts. */
    static Cell texts(Collection<String> texts) {
        return many(texts, false, Text::new);
    }

    /** Several values; none for none. */
    static <T> Cell many(Collection<T> values, boolean more, Function<? super T, ? extends Cell> cell) {
        return values.isEmpty()
                ? none()
                : new Many(values.stream().<Cell>map(cell).toList(), more);
    }
}
