package dev.partnercatalog.query.token;

/** A refused token request. This is an ordinary outcome, so it has no stack trace. */
public final class TokenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final TokenError error;
    private final String description;

    TokenException(TokenError error, String description) {
        super(description, null, false, false);
        this.error = error;
        this.description = description;
    }

    TokenError error() {
        return error;
    }

    /** What was wrong, in words. */
    public String description() {
        return description;
    }
}
