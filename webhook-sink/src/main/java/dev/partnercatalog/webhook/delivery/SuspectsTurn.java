package dev.partnercatalog.webhook.delivery;

import java.time.Instant;

/**
 * Whether it is the suspects' turn to try a failing endpoint after its next pause (D37). They take turns with everything
 * else: otherwise a message that fails at once, at the end of each pause, would keep those from being tried that show
 * which record is at fault. Not thread-safe: its {@link EndpointQueue} guards it.
 */
final class SuspectsTurn {

    private boolean asked;
    private boolean had;
    private Instant until = Instant.MIN;

    /** A suspect waits. */
    void ask() {
        asked = true;
    }

    /** Whether suspects go first after the next pause. */
    boolean isNext() {
        return asked && !had;
    }

    /** A suspect has failed by its own fault: if it is the suspects' turn, the next one follows soon. */
    void suspected(Instant now) {
        if (isNext()) {
            until = now.plus(Backoff.MIN).plus(Priority.TURN);
        }
    }

    /** Whether everything else waits for the next suspect. A turn that would last longer was set by another clock. */
    boolean lasts(Instant time) {
        return time.isBefore(until)
                && !time.plus(Backoff.MIN).plus(Priority.TURN).isBefore(until);
    }

    /** The endpoint has failed, and is tried again after a pause. */
    void failed(Priority priority) {
        had = priority == Priority.SUSPECT;
        asked = false;
        until = Instant.MIN;
    }

    void clear() {
        asked = false;
        had = false;
        until = Instant.MIN;
    }
}
