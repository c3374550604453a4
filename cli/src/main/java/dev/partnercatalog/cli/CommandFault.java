package dev.partnercatalog.cli;

/**
 * A command can't do its work for a reason that its user can do something about. The message is all that is printed: one
 * line that says what is wrong with which value and what to do. Exit status 1.
 */
public final class CommandFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CommandFault(String message) {
        super(message);
    }

    public CommandFault(String message, Throwable cause) {
        super(message, cause);
    }
}
