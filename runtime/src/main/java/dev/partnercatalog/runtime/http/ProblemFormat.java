package dev.partnercatalog.runtime.http;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How an address formats a problem: the API has its error body, the token endpoint has OAuth 2.0's. */
@FunctionalInterface
public interface ProblemFormat {

    /** The bodies' content type. */
    default String contentType() {
        return "application/json";
    }

    /** The response's body, in UTF-8; the requested path is null if it isn't known. */
    byte[] body(HttpProblem problem, @Nullable String path);

    /** Headers of the response in addition to the problem's. */
    default Map<String, String> headers(HttpProblem problem) {
        return Map.of();
    }
}
