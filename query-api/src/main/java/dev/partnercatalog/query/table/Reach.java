package dev.partnercatalog.query.table;

/** Whether an instance can tell what changed since a position. */
public enum Reach {
    /** It can. */
    KNOWN,
    /** It isn't that far itself. */
    AHEAD,
    /** It doesn't know all of it any more, or never did. */
    GONE
}
