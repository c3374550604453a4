package dev.partnercatalog.runtime.secret;

/** A secret is missing or invalid, can't be kept safely, or isn't the one under which something was encrypted. */
public final class SecretException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SecretException(String message) {
        super(message);
    }

    public SecretException(String message, Throwable cause) {
        super(message, cause);
    }
}
