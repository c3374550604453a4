package dev.partnercatalog.cli.deadletter;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The position of a record in its topic; a dead letter's position is its id. Its text is {@code partition-offset}. */
public record LogPosition(int partition, long offset) implements Comparable<LogPosition> {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})-(\\d{1,18})");
    private static final Comparator<LogPosition> ORDER =
            Comparator.comparingInt(LogPosition::partition).thenComparingLong(LogPosition::offset);

    /** Parses the text form; empty if the text doesn't have this form. */
    public static Optional<LogPosition> parse(String text) {
        Matcher form = TEXT.matcher(text);
        return form.matches()
                ? Optional.of(new LogPosition(Integer.parseInt(form.group(1)), Long.parseLong(form.group(2))))
                : Optional.empty();
    }

    @Override
    public int compareTo(LogPosition other) {
        return ORDER.compare(this, other);
    }

    @JsonValue
    @Override
    public String toString() {
        return partition + "-" + offset;
    }
}
