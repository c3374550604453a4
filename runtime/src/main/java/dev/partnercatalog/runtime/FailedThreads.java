package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.health.HealthCheck;
import dev.partnercatalog.runtime.health.HealthCheck.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;

/** Whether threads fail repeatedly: three in two minutes, the last one within the last minute. */
final class FailedThreads implements HealthCheck {

    private static final int SEVERAL = 3;
    private static final Duration SHORTLY = Duration.ofMinutes(2);
    private static final Duration JUST_NOW = Duration.ofMinutes(1);

    private final InstantSource clock;
    private final Deque<Instant> times = new ArrayDeque<>();
    private long count;

    FailedThreads(InstantSource clock) {
        this.clock = clock;
    }

    /** A thread has failed. */
    synchronized void add() {
        count++;
        times.addLast(clock.instant());
        if (times.size() > SEVERAL) {
            times.removeFirst();
        }
    }

    /** How many have failed since the start. */
    synchronized long count() {
        return count;
    }

    /** Nothing: the verdict follows from the time alone. */
    @Override
    public void look() {}

    @Override
    public synchronized Verdict verdict() {
        Instant now = clock.instant();
        boolean many = times.size() == SEVERAL
                && times.getFirst().isAfter(now.minus(SHORTLY))
                && times.getLast().isAfter(now.minus(JUST_NOW));
        return many ? Verdict.STALLED : Verdict.FINE;
    }
}
