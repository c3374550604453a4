package dev.partnercatalog.cli.options;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** A time, or how long ago it was, as people write it. */
public final class PastTime {

    /** The forms, for a description or a fault. */
    public static final String FORMS = "2026-01-31T08:00:00Z, or how long ago, such as 90m, 12h, 3d";

    private PastTime() {}

    /** Throws {@link DateTimeParseException} if it isn't one. */
    public static Instant parse(String text) {
        if (text.matches("\\d{1,6}[smh]")) {
            return Instant.now().minus(Duration.parse("PT" + text));
        }
        return text.matches("\\d{1,6}d") ? Instant.now().minus(Duration.parse("P" + text)) : Instant.parse(text);
    }
}
