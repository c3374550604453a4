package dev.partnercatalog.schemas.event;

/** An event is ill formed. The message tells the team that publishes it which value, and why. */
public final class IllFormedEventException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public IllFormedEventException(String message) {
        super(message);
    }

    IllFormedEventException(String message, Throwable cause) {
        super(message, cause);
    }
}
