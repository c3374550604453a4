package dev.partnercatalog.webhook.message;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;

/** The form of a message's {@code timestamp}: ISO 8601 in UTC, with milliseconds. */
public final class Timestamp {

    private static final DateTimeFormatter MILLISECONDS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    private Timestamp() {}

    /** Formats a time in milliseconds since 1970. */
    public static String format(long millis) {
        return MILLISECONDS.format(Instant.ofEpochMilli(millis));
    }
}
