package dev.partnercatalog.runtime.http;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A request that can't be answered as requested, with everything its response says. This is an ordinary outcome, so it
 * has no stack trace. It must not contain secrets.
 */
public final class HttpProblem extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN_IN_MESSAGE = 3;
    private static final int MOST_FIELDS_NAMED = 50;
    private static final int MAX_SHOWN = 64;
    private static final String RETRY_AFTER_SECONDS = "1";

    private final ErrorCode code;
    private final String suggestion;
    private final transient List<Violation> violations;
    private final transient Map<String, String> headers;

    private HttpProblem(
            ErrorCode code,
            String message,
            String suggestion,
            List<Violation> violations,
            Map<String, String> headers) {
        super(message, null, false, false);
        this.code = code;
        this.suggestion = suggestion;
        this.violations = List.copyOf(violations);
        this.headers = Map.copyOf(headers);
    }

    /** A problem of any kind except an invalid request: what exactly is wrong, and what the caller can do. */
    public static HttpProblem of(ErrorCode code, String message, String suggestion) {
        return new HttpProblem(code, message, suggestion, List.of(), Map.of());
    }

    /** Like {@link #of(ErrorCode, String, String)}, with headers that the response must have. */
    public static HttpProblem of(ErrorCode code, String message, String suggestion, Map<String, String> headers) {
        return new HttpProblem(code, message, suggestion, List.of(), headers);
    }

    /** An invalid request (status 400), in at least one way. */
    public static HttpProblem invalid(List<Violation> violations) {
        return invalid(ErrorCode.INVALID_REQUEST, violations, "Correct the problems listed in body.violations.");
    }

    /** A request that is invalid in one way (status 400). */
    public static HttpProblem invalid(String field, String problem) {
        return invalid(List.of(new Violation(field, problem)));
    }

    /** An invalid request with an error code of its own (status 400). */
    public static HttpProblem invalid(ErrorCode code, List<Violation> violations, String suggestion) {
        return new HttpProblem(code, named(violations, SHOWN_IN_MESSAGE), suggestion, violations, Map.of());
    }

    /** A problem of several fields, of which the message names up to 50. */
    public static HttpProblem of(ErrorCode code, List<Violation> violations, String suggestion) {
        return new HttpProblem(code, named(violations, MOST_FIELDS_NAMED), suggestion, violations, Map.of());
    }

    private static String named(List<Violation> violations, int most) {
        String named = violations.stream()
                .limit(most)
                .map(violation -> violation.field() + ": " + violation.problem())
                .collect(Collectors.joining("; "));
        int more = violations.size() - most;
        return more > 0 ? named + "; and " + more + " more" : named;
    }

    /** Something needed for the response is currently unavailable; retrying soon may help (status 503). */
    public static HttpProblem unavailable(String message) {
        return unavailable(message, "Send the same request again after the number of seconds in Retry-After.");
    }

    /** Like {@link #unavailable(String)}, with a different suggestion. */
    public static HttpProblem unavailable(String message, String suggestion) {
        return of(ErrorCode.CATALOG_UNAVAILABLE, message, suggestion, Map.of("Retry-After", RETRY_AFTER_SECONDS));
    }

    /** A fault of the service. The caller only learns that there was one (status 500). */
    public static HttpProblem internal() {
        return of(
                ErrorCode.INTERNAL,
                "The service failed while answering the request.",
                "Send the request again; if it fails again, report the response's X-Request-Id to the operator.");
    }

    /** A caller's value as shown in a message, cut to a reasonable length. */
    public static String shown(String value) {
        return value.length() <= MAX_SHOWN ? value : value.substring(0, MAX_SHOWN) + "…";
    }

    public ErrorCode code() {
        return code;
    }

    public String suggestion() {
        return suggestion;
    }

    /** Not empty exactly if the status is 400 or a change isn't allowed. */
    public List<Violation> violations() {
        return violations;
    }

    public Map<String, String> headers() {
        return headers;
    }

    /** Like {@link Throwable#getMessage()}, but never null. */
    public String message() {
        return String.valueOf(getMessage());
    }
}
