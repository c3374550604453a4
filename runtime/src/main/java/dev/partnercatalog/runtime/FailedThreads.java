package dev.partnercatalog.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;

/** Whether threads fail repeatedly: three in two minutes, the last one within the last minute. Thread-safe. */
final class FailedThreads {

    private static final int SEVERAL = 3;
    private static final Duration SHORTLY = Duration.ofMinutes(2);
    private static final Duration JUST_NOW = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final Deque<Instant> times = new ArrayDeque<>();

    FailedThreads(InstantSource clock) {
        this.clock = clock;
    }

    synchronized void add() {
        times.addLast(clock.instant());
        if (times.size() > SEVERAL) {
            times.removeFirst();
        }
    }

    synchronized boolean areMany() {
        Instant now = clock.instant();
        return times.size() == SEVERAL
                && times.getFirst().isAfter(now.minus(SHORTLY))
                && times.getLast().isAfter(now.minus(JUST_NOW));
    }
}
