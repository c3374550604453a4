package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.health.HealthCheck;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;

/**
 * Whether this machine's clock was set back. Kafka's clients time their heartbeats, requests and pauses by the time of
 * day: after such a step they stop until the clock has caught up, and nothing can wake them. Therefore, if the clock goes
 * back by more than the time after which a group misses a member, the process ends and its supervisor restarts it.
 */
final class ClockCheck implements HealthCheck {

    /** After a smaller step, the clients stop for less time than a group waits for a member. */
    private static final Duration LARGEST_STEP = Duration.ofSeconds(10);

    private final InstantSource clock;
    private final Consumer<String> end;
    private Instant latest;

    /**
     * Records the time, so create it before the clients.
     *
     * @param end ends the process at once, for the given reason
     */
    ClockCheck(InstantSource clock, Consumer<String> end) {
        this.clock = clock;
        this.end = end;
        this.latest = clock.instant();
    }

    @Override
    public synchronized void look() {
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
}
