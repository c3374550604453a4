package dev.partnercatalog.query.table;

/** What is asked for needs more memory than it may have. */
public final class TooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param mostBytes that it may have */
    public TooLargeException(long mostBytes) {
        super("the entries have more than " + mostBytes + " bytes");
    }
}
