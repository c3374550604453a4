package dev.partnercatalog.query.token;

/**
 * The errors of a token request (RFC 6749, section 5.2). The descriptions are fixed: nothing from the request is
 * repeated.
 */
enum TokenError {
    INVALID_REQUEST("invalid_request", 400),
    INVALID_CLIENT("invalid_client", 401),
    UNSUPPORTED_GRANT_TYPE("unsupported_grant_type", 400),
    INVALID_SCOPE("invalid_scope", 400);

    private final String error;
    private final int status;

    TokenError(String error, int status) {
        this.error = error;
        this.status = status;
    }

    String error() {
        return error;
    }

    int status() {
        return status;
    }

    /** An exception that says what was wrong, in ASCII without quotes and backslashes. */
    TokenException because(String description) {
        return new TokenException(this, description);
    }
}
