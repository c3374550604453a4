package dev.partnercatalog.schemas.key;

/** An event is malformed. The message says which value is wrong, and why. */
public sealed class MalformedEventException extends IllegalArgumentException permits InvalidKeyException {

    private static final long serialVersionUID = 1L;

    public MalformedEventException(String message) {
        super(message);
    }

    public MalformedEventException(String message, Throwable cause) {
        super(message, cause);
    }
}
