package dev.partnercatalog.schemas.event;

/** An event is ill-formed. The message tells the publishing team which value is wrong, and why. */
public final class MalformedEventException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public MalformedEventException(String message) {
        super(message);
    }

    MalformedEventException(String message, Throwable cause) {
        super(message, cause);
    }
}
