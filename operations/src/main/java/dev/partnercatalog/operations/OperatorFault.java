package dev.partnercatalog.operations;

/**
 * What an operator asked for can't be done, for a reason that they can do something about. The message is all that is
 * shown: what is wrong with which value, and what to do.
 */
public final class OperatorFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public OperatorFault(String message) {
        super(message);
    }

    public OperatorFault(String message, Throwable cause) {
        super(message, cause);
    }
}
