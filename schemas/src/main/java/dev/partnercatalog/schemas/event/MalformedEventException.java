package dev.partnercatalog.schemas.event;

/** An event is malformed. The message says which value is wrong, and why. */
public final class MalformedEventException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public MalformedEventException(String message) {
        super(message);
    }

    MalformedEventException(String message, Throwable cause) {
        super(message, cause);
    }
}
