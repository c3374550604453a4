package dev.partnercatalog.query.operation;

import dev.partnercatalog.http.HttpProblem;
import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code Idempotency-Key}, by which a change is made once, however often it is sent. */
final class IdempotencyKey {

    private static final String HEADER = "Idempotency-Key";
    private static final Pattern FORM = Pattern.compile("[ -~]{1,128}");

    private IdempotencyKey() {}

    /** The request's key; null if it has none. Throws {@link HttpProblem} (400) if it is malformed. */
    static @Nullable String of(Context context) {
        List<String> lines = Collections.list(context.req().getHeaders(HEADER));
        if (lines.isEmpty()) {
            return null;
        }
        if (lines.size() > 1 || !FORM.matcher(lines.get(0)).matches()) {
            throw HttpProblem.invalid(
                    HEADER,
                    lines.size() > 1
                            ? "expected one, got " + lines.size()
                            : "expected 1 to 128 printable ASCII characters, got "
                                    + lines.get(0).length() + " characters");
        }
        return lines.get(0);
    }
}
