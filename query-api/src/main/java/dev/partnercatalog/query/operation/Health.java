package dev.partnercatalog.query.operation;

/** How well the service serves (D22). */
public enum Health {
    UP,
    /** It serves, but what it serves may be old, or a part is down. */
    DEGRADED,
    /** It can't serve. */
    DOWN
}
