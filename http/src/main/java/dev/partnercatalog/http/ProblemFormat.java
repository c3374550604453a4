package dev.partnercatalog.http;

import org.jspecify.annotations.Nullable;

/** How an address writes a problem down: the API has its error body, the token endpoint that of OAuth 2.0. */
@FunctionalInterface
public interface ProblemFormat {

    /** What the bodies are. */
    default String contentType() {
        return "application/json";
    }

    /**
     * The response's body, in UTF-8.
     *
     * @param path that was asked for; null where that isn't known
     */
    byte[] body(HttpProblem problem, @Nullable String path);
}
