package dev.partnercatalog.runtime.health;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** Looks again and again at one thing that can go wrong while an application runs. Thread-safe. */
public interface HealthCheck {

    /** What the last look means, from best to worst. */
    enum Verdict {
        FINE,

        /** The instance does its work, but another one shouldn't be stopped now. */
        UNSETTLED,

        /** The instance doesn't do its work, whatever its threads report. */
        STALLED
    }

    /**
     * Looks. May wait for brokers or a disk: the other checks go on meanwhile. The watch calls it from changing threads,
     * but not again before it has returned.
     *
     * @throws ExecutionException if the brokers can't say; the next look will show
     * @throws TimeoutException if they don't respond in time
     * @throws InterruptedException if the application is being closed
     */
    void look() throws ExecutionException, TimeoutException, InterruptedException;

    /** The last look hasn't returned for this long. Called about once a second, and must not wait. */
    default void unanswered(Duration since) {}

    default Verdict verdict() {
        return Verdict.FINE;
    }
}
