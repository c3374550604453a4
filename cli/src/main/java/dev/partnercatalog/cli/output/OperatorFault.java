package dev.partnercatalog.cli.output;

import org.jspecify.annotations.Nullable;

/**
 * A request of an operator can't be carried out, for a reason that the operator can do something about. Only the
 * message is shown: it says what is wrong with which value, and what to do.
 */
public final class OperatorFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public OperatorFault(String message) {
        super(message);
    }

    public OperatorFault(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
