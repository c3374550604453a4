package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;

/** Waits for what brokers notify nobody of, such as that a topic appears. */
public final class Polling {

    private static final long PAUSE_MS = 100;

    private Polling() {}

    /** The pause between two looks. */
    public static void pause() {
        try {
            // No client of Kafka can await any of these: each look asks the brokers.
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** To be thrown; the thread stays interrupted. */
    static OperatorFault interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new OperatorFault("interrupted while waiting for the Kafka broker", e);
    }
}
