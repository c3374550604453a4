package dev.partnercatalog.operations.operation;

/** What was given isn't what the operation expects. The message names options with their dashes. */
public final class WrongUsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    WrongUsageException(String message) {
        super(message, null, false, false);
    }
}
