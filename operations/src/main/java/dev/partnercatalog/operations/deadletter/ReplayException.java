package dev.partnercatalog.operations.deadletter;

/** Dead letters could not be replayed as requested; the message says why, and what is left. */
public final class ReplayException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ReplayException(String message) {
        super(message);
    }
}
