package dev.partnercatalog.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Looks every second whether the clock of this machine was set back. Kafka's clients time their heartbeats, requests and
 * pauses by the time of day: after such a step they stand still until the clock is as late as it was, and nothing can wake
 * them. So a process whose clock goes back by more than a group misses a member for ends, and its supervisor starts it
 * again. Thread-safe.
 */
final class ClockWatch implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** By less they stand still for less time than a group waits for a member. */
    private static final Duration LARGEST_STEP = Duration.ofSeconds(10);

    private final InstantSource clock;
    private final Consumer<String> end;
    private final PeriodicTask looking = new PeriodicTask("clock-watch", INTERVAL, this::look);
    private Instant latest;

    /**
     * Remembers the time, so it is to be made before the clients; {@link #start} begins to look.
     *
     * @param end ends the process at once, for the reason given
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
            end.accept("its clock was set back by " + back.toSeconds()
                    + " s, and clients of Kafka would stand still for as long");
        }
    }

    @Override
    public void close() {
        looking.close();
    }
}
