package dev.partnercatalog.query.operation;

/** The health of the service (D22). */
public enum HealthStatus {
    UP,
    /** It serves, but its data may be old, or a part is down. */
    DEGRADED,
    /** It can't serve. */
    DOWN
}
