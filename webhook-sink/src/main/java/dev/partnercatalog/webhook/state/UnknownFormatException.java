package dev.partnercatalog.webhook.state;

/** Part of the store was written by another version of the program, in a format that this one can't read. */
public final class UnknownFormatException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    UnknownFormatException(String message) {
        super(message);
    }

    UnknownFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
