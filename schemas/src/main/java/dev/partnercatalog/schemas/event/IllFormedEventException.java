package dev.partnercatalog.schemas.event;

/** An event is ill-formed. The message tells the publishing team which value is wrong, and why. */
public final class IllFormedEventException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public IllFormedEventException(String message) {
        super(message);
    }

    IllFormedEventException(String message, Throwable cause) {
        super(message, cause);
    }
}
