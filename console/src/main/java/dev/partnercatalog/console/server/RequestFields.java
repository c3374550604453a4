package dev.partnercatalog.console.server;

import io.javalin.http.Context;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** The fields of requests. */
final class RequestFields {

    private RequestFields() {}

    /** A field of the query, without spaces around it; empty if it is missing. */
    static String query(Context context, String name) {
        return text(context.queryParam(name));
    }

    static String form(Context context, String name) {
        return text(context.formParam(name));
    }

    static String text(@Nullable String value) {
        return value == null ? "" : value.strip();
    }

    static @Nullable String emptyAsNull(String text) {
        return text.isEmpty() ? null : text;
    }

    /** A time, null for none. Throws {@link Faults.NoSuchPageException} if the text is not a time. */
    static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new Faults.NoSuchPageException("There is nothing from that time.");
        }
    }
}
