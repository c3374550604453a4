package dev.partnercatalog.runtime;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Ends the process if its clock is set back. Kafka's clients time their heartbeats, requests and pauses by the time of day:
 * they would stop until it has caught up, and nothing can wake them. Its supervisor restarts the process. Confined to the
 * thread that checks.
 */
public final class ClockWatch {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** After a smaller step, Kafka's clients stop for less time than a group waits for a member. */
    private static final Duration LARGEST_STEP = Duration.ofSeconds(10);

    private final InstantSource clock;
    private final Consumer<String> end;
    private long latestMillis;

    /** @param end ends the process at once, for the given reason */
    ClockWatch(InstantSource clock, Consumer<String> end) {
        this.clock = clock;
        this.end = end;
        latestMillis = clock.millis();
    }

    /** Watches the process's clock until the task is closed. Start it before the first client, which may wait for brokers. */
    public static PeriodicTask start() {
        ClockWatch watch = new ClockWatch(InstantSource.system(), ProcessEnd::now);
        PeriodicTask task = new PeriodicTask("clock", INTERVAL, watch::check);
        task.start();
        return task;
    }

    void check() {
        long now = clock.millis();
        latestMillis = Math.max(now, latestMillis);
        Duration back = Duration.ofMillis(latestMillis - now);
        if (back.compareTo(LARGEST_STEP) > 0) {
            end.accept(
                    "its clock was set back by " + back.toSeconds() + " s, and Kafka's clients would stop for as long");
        }
    }
}
