package dev.partnercatalog.query.table;

/**
 * What is asked for can't be told now, because a table or a partition of it isn't here; trying again soon can help. It
 * is an ordinary outcome while tables move, so it has no stack trace.
 */
public final class CatalogUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CatalogUnavailableException(String message) {
        super(message, null, false, false);
    }

    /** A partition isn't here, or isn't whole yet. */
    static CatalogUnavailableException of(Table table, int partition) {
        return new CatalogUnavailableException(
                "Partition " + partition + " of " + table.baseName() + " is not here now.");
    }
}
