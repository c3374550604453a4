package dev.partnercatalog.query.table;

/** Whether an instance knows what changed since a position. */
public enum Reach {
    /** It does. */
    KNOWN,
    /** It hasn't reached the position itself. */
    AHEAD,
    /** It no longer knows all of it, or never did. */
    GONE
}
