package dev.partnercatalog.query.table;

/** Whether the application of the tables is being closed. Thread-safe. */
public interface Closing {

    /** Nothing is to be waited for any more. */
    boolean isWanted();

    /** The tables have never been loaded, and loading them is to be broken off. */
    boolean breaksOff();
}
