package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what brokers notify nobody of: that a transaction ends, a group commits, or a topic appears. */
public final class Polling {

    private static final long PAUSE_MS = 100;

    private Polling() {}

    /** Returns once something is so; throws the other fault if it isn't in time. */
    public static void until(BooleanSupplier done, Duration patience, Supplier<OperatorFault> otherwise) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw otherwise.get();
            }
            pause();
        }
    }

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
    public static OperatorFault interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new OperatorFault("interrupted while waiting for the Kafka broker", e);
    }
}
