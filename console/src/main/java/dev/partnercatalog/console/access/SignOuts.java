package dev.partnercatalog.console.access;

import java.time.Instant;

/**
 * The sessions that were ended by signing out, at this console or another. Sessions are proofs of their own, so that
 * they have ended must be remembered until their time would have been up. Thread-safe.
 */
public interface SignOuts {

    /** Whether a session was ended, by its nonce. */
    boolean contains(String session);

    /** Whether everything is known that was ended before this console was started. */
    boolean areKnown();

    /**
     * Ends a session, here at once; at the other consoles, when this returns.
     *
     * @param session its nonce
     * @param end when its time would be up
     * @throws dev.partnercatalog.operations.OperatorFault if the other consoles can't be told
     */
    void add(String session, Instant end);
}
