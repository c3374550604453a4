package dev.partnercatalog.query.token;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.partnercatalog.runtime.http.JsonOutput;

/**
 * A refused token request (RFC 6749, section 5.2). This is an ordinary outcome, so it has no stack trace. The
 * descriptions are fixed: nothing from the request is repeated.
 */
final class TokenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private record Body(
            String error, @JsonProperty("error_description") String description) {}

    private final String error;
    private final int status;
    private final String description;

    /** Says what is wrong in ASCII without quotes and backslashes. */
    TokenException(String error, int status, String description) {
        super(description, null, false, false);
        this.error = error;
        this.status = status;
        this.description = description;
    }

    static TokenException invalidRequest(String description) {
        return new TokenException("invalid_request", 400, description);
    }

    static TokenException invalidClient(String description) {
        return new TokenException("invalid_client", 401, description);
    }

    int status() {
        return status;
    }

    byte[] body() {
        return body(error, description);
    }

    /** An error in the format of OAuth 2.0, whose description is ASCII without quotes and backslashes. */
    static byte[] body(String error, String description) {
        return JsonOutput.of(new Body(error, description));
    }
}
