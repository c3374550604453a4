package dev.partnercatalog.webhook.delivery;

/** What kind of work asks for an attempt, the most urgent first; one kind must not crowd out another. */
public enum Lane {
    /** Records that have just changed. */
    LIVE,
    /** One record that the endpoint has refused by itself before (D26). */
    REFUSED,
    /** The rest of what is due, such as all of a catalog after a new URL. */
    BACKLOG,
    /** A {@code webhook.ping} that the partner asked for. */
    PING,
    /** A {@code webhook.ping} that a suspended endpoint must accept before delivery is taken up again. */
    PROBE;

    boolean isPing() {
        return this == PING || this == PROBE;
    }
}
