package dev.partnercatalog.query.access;

/** A token fails a check. This is an ordinary outcome, so it has no stack trace. The message never quotes the token. */
final class InvalidTokenException extends Exception {

    private static final long serialVersionUID = 1L;

    InvalidTokenException(String message) {
        super(message, null, false, false);
    }
}
