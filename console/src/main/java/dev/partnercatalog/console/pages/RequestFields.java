package dev.partnercatalog.console.pages;

import dev.partnercatalog.operations.operation.DeadLetterSelection;
import dev.partnercatalog.operations.operation.PastTime;
import io.javalin.http.Context;
import java.time.Instant;
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

    /** The time before which a list begins, null for none; any other text is wrong usage. */
    static @Nullable Instant until(Context context) {
        String text = query(context, DeadLetterSelection.UNTIL.name());
        return text.isEmpty() ? null : PastTime.parse(DeadLetterSelection.UNTIL.check(text));
    }
}
