package dev.partnercatalog.webhook.delivery;

/** What kind of work asks for an attempt; one kind must not crowd out another. */
public enum Lane {
    /** Records that have just changed. */
    LIVE,
    /** The rest of what is due, such as all of a catalog after a new URL. */
    BACKLOG,
    /** One record that the endpoint has refused by itself before (D26). */
    REFUSED,
    /** A {@code webhook.ping} that the partner asked for. */
    PING,
    /** A {@code webhook.ping} that a suspended endpoint must accept before delivery is taken up again. */
    PROBE;

    boolean isPing() {
        return this == PING || this == PROBE;
    }
}
