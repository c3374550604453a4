package dev.partnercatalog.query.table;

/** Whether the application of the tables is being closed. Thread-safe. */
public interface Closing {

    /** Whether nothing may wait any longer. */
    boolean isWanted();

    /** Whether to break off loading: the tables have not been loaded yet. */
    boolean breaksOff();
}
