package dev.partnercatalog.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Checks every second whether this machine's clock was set back. Kafka's clients time their heartbeats, requests and
 * pauses by the time of day: after such a step they stop until the clock has caught up, and nothing can wake them.
 * Therefore, if the clock goes back by more than the time after which a group misses a member, the process ends and its
 * supervisor restarts it. Thread-safe.
 */
final class ClockWatch implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** After a smaller step, the clients stop for less time than a group waits for a member. */
    private static final Duration LARGEST_STEP = Duration.ofSeconds(10);

    private final InstantSource clock;
    private final Consumer<String> end;
    private final PeriodicTask looking = new PeriodicTask("clock-watch", INTERVAL, this::look);
    private Instant latest;

    /**
     * Records the time, so create it before the clients; {@link #start} begins to check.
     *
     * @param end ends the process at once, for the given reason
     */
    ClockWatch(InstantSource clock, Consumer<String> end) {
        this.clock = clock;
        this.end = end;
        this.latest = clock.instant();
    }

    void start() {
        looking.start();
    }

    /** Called once a second, by one thread. */
    synchronized void look() {
        Instant now = clock.instant();
        if (now.isAfter(latest)) {
            latest = now;
        }
        Duration back = Duration.between(now, latest);
        if (back.compareTo(LARGEST_STEP) > 0) {
            end.accept(
                    "its clock was set back by " + back.toSeconds() + " s, and Kafka's clients would stop for as long");
        }
    }

    @Override
    public void close() {
        looking.close();
    }
}
