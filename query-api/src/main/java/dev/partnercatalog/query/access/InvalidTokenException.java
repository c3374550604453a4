package dev.partnercatalog.query.access;

/** A token fails a check. This is an ordinary outcome, so it has no stack trace. The message never quotes the token. */
final class InvalidTokenException extends Exception {

    private static final long serialVersionUID = 1L;

    private final boolean ofForm;

    /**
     * @param message in ASCII without quotes and backslashes
     * @param ofForm whether the token is one of an issuer's, but its type or a claim isn't what we expect
     */
    InvalidTokenException(String message, boolean ofForm) {
        super(message, null, false, false);
        this.ofForm = ofForm;
    }

    boolean isOfForm() {
        return ofForm;
    }
}
