package dev.partnercatalog.runtime.store;

/** The folder of the local stores can't be used; the message names it and says why and what to do. */
public final class StateFolderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StateFolderException(String message, Throwable cause) {
        super(message, cause);
    }

    public StateFolderException(String message) {
        super(message);
    }
}
