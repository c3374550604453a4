package dev.partnercatalog.runtime.secret;

import dev.partnercatalog.runtime.http.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** A header that every message to an endpoint carries, with its value in clear text. */
public record StaticHeader(String name, String value) {

    /** The maximum number of headers of one webhook. */
    private static final int MOST = 8;

    /** In characters. */
    private static final int LONGEST_VALUE = 4_096;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}");

    /** Visible ASCII, with spaces between. */
    private static final Pattern VALUE = Pattern.compile("[!-~](?:[ -~]*[!-~])?");

    /** Headers that control how a request is transferred, or that the sender sets itself. */
    private static final Pattern RESERVED = Pattern.compile(
            "accept-encoding|connection|date|expect|forwarded|host|http2-settings|keep-alive|te|traceparent|tracestate"
                    + "|trailer|transfer-encoding|upgrade|user-agent|via"
                    + "|(content|proxy|sec|webhook|x-forwarded|x-partner-catalog)-.*",
            Pattern.CASE_INSENSITIVE);

    /** What is wrong with the headers of one webhook; the result reveals no value. */
    public static List<Violation> violations(List<StaticHeader> headers) {
        String field = "headers";
        List<Violation> violations = new ArrayList<>();
        if (headers.size() > MOST) {
            violations.add(new Violation(field, "expected up to " + MOST + ", got " + headers.size()));
            return violations;
        }
        Set<String> names = new HashSet<>();
        for (StaticHeader header : headers) {
            nameProblem(header.name()).ifPresent(problem -> violations.add(new Violation(field, "a name " + problem)));
            valueProblem(header.value())
                    .ifPresent(problem -> violations.add(new Violation(field, "a header " + problem)));
            if (!names.add(header.name().toLowerCase(Locale.ROOT))) {
                violations.add(new Violation(field, "a name occurs twice"));
            }
        }
        return violations;
    }

    /** What is wrong with the name, as a predicate whose subject is the name. */
    static Optional<String> nameProblem(String name) {
        if (!NAME.matcher(name).matches()) {
            return Optional.of("is not a valid header name of 1 to 64 characters");
        }
        return RESERVED.matcher(name).matches()
                ? Optional.of("is reserved: only the sender itself may set this header")
                : Optional.empty();
    }

    /** What is wrong with the value, as a predicate that doesn't reveal it. */
    static Optional<String> valueProblem(String value) {
        return value.length() <= LONGEST_VALUE && VALUE.matcher(value).matches()
                ? Optional.empty()
                : Optional.of("must have a value of 1 to " + LONGEST_VALUE
                        + " visible ASCII characters with spaces only between them");
    }

    /** The value is a secret. */
    @Override
    public String toString() {
        return "StaticHeader[" + name + "]";
    }
}
