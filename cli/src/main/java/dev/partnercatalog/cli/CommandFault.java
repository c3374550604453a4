package dev.partnercatalog.cli;

import dev.partnercatalog.operations.OperatorFault;

/** A command can't do its work; its message is printed in one line. Exit status 1. */
public final class CommandFault extends OperatorFault {

    private static final long serialVersionUID = 1L;

    public CommandFault(String message) {
        super(message);
    }

    public CommandFault(String message, Throwable cause) {
        super(message, cause);
    }
}
