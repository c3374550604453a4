package dev.partnercatalog.query.http;

import org.jspecify.annotations.Nullable;

/** How an address writes a problem down: the API has its error body, the token endpoint that of OAuth 2.0. */
@FunctionalInterface
public interface ProblemFormat {

    /**
     * The response's body, a JSON document in UTF-8.
     *
     * @param path that was asked for; null where that isn't known
     */
    byte[] body(HttpProblem problem, @Nullable String path);
}
