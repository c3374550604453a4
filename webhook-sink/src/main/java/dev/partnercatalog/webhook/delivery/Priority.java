package dev.partnercatalog.webhook.delivery;

import java.time.Duration;

/** The kind of work that requests an attempt, most urgent first. No kind must crowd out another. */
public enum Priority {
    /** Records that have just changed. */
    LIVE,
    /** A message that has failed twice in a row (D37), or a part of one that was refused or has failed more often (D26). */
    SUSPECT,
    /** One isolated record: it is sent alone, because the endpoint refused it or failed on it before (D26, D37). */
    REFUSED,
    /** Everything else that is due, such as the whole catalog after a new URL. */
    BACKLOG,
    /** A {@code webhook.ping} that the partner asked for. */
    PING,
    /** A {@code webhook.ping} that a suspended endpoint must accept before delivery resumes. */
    PROBE;

    /** How long one priority waits for another whose turn it is. */
    static final Duration TURN = Duration.ofSeconds(1);

    /** Whether its attempts are made beside those of other priorities, one at a time, so that they hold up none of them. */
    boolean isAside() {
        return this == SUSPECT || this == REFUSED;
    }

    boolean isPing() {
        return this == PING || this == PROBE;
    }
}
