package dev.partnercatalog.webhook.delivery;

/** The kind of work that requests an attempt, most urgent first. No kind must crowd out another. */
public enum Lane {
    /** Records that have just changed. */
    LIVE,
    /** One record that the endpoint has already refused when it was sent alone (D26). */
    REFUSED,
    /** Everything else that is due, such as the whole catalog after a new URL. */
    BACKLOG,
    /** A {@code webhook.ping} that the partner asked for. */
    PING,
    /** A {@code webhook.ping} that a suspended endpoint must accept before delivery resumes. */
    PROBE;

    boolean isPing() {
        return this == PING || this == PROBE;
    }
}
