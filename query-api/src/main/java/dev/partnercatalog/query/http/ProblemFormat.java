package dev.partnercatalog.query.http;

/** How an address writes a problem down: the API has its error body, the token endpoint that of OAuth 2.0. */
@FunctionalInterface
public interface ProblemFormat {

    /** The response's body, a JSON document in UTF-8. */
    byte[] body(HttpProblem problem);
}
