package dev.partnercatalog.webhook.delivery;

import java.time.Instant;

/**
 * When messages that are suspected of their failures may be tried at one endpoint, and how many of them in a row may fail
 * before the endpoint itself is taken to be at fault (D37). Anything that the endpoint accepts clears it. Not
 * thread-safe: its {@link EndpointQueue} guards it.
 */
final class Suspicion {

    /**
     * Halving one batch of 100 down to a record takes 7. An endpoint that is down gets no more than this many attempts
     * beyond those of its backoff.
     */
    private static final int IN_A_ROW = 10;

    private int suspected;
    private Instant suspectsAt = Instant.MIN;

    /**
     * Whether a suspected message may be tried, as far as the endpoint's own pauses allow it. A pause that would last
     * longer was set before the clock was set back: it is over.
     */
    boolean allows(Instant time) {
        return !time.isBefore(suspectsAt) || time.plus(Backoff.MIN).isBefore(suspectsAt);
    }

    /** A message failed again. Returns whether that is taken to be its own fault, not the endpoint's. */
    boolean failed(Instant time) {
        // The first one has waited like any other message. If nothing is accepted, the next ones take their time.
        suspectsAt = suspected == 0 ? Instant.MIN : time.plus(Backoff.MIN);
        return ++suspected <= IN_A_ROW;
    }

    void clear() {
        suspected = 0;
        suspectsAt = Instant.MIN;
    }
}
