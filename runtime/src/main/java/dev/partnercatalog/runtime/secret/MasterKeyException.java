package dev.partnercatalog.runtime.secret;

/** The master key is missing, out of form, or not the one that something was encrypted under. */
public final class MasterKeyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public MasterKeyException(String message) {
        super(message);
    }

    public MasterKeyException(String message, Throwable cause) {
        super(message, cause);
    }
}
