package dev.partnercatalog.webhook.delivery;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How long to wait before the next attempt: exponential with jitter, from 1 s up to 10 min (D26). Thread-safe. */
public final class Backoff {

    public static final Duration MIN = Duration.ofSeconds(1);
    public static final Duration MAX = Duration.ofMinutes(10);
    public static final Duration SPREAD = Duration.ofSeconds(15);

    private static final int DOUBLINGS_TO_MAX = 10;
    private static final double JITTER = 0.25;

    private final RandomGenerator random;

    /** A schedule with jitter from {@code random}, which must be safe for use by several threads. */
    public Backoff(RandomGenerator random) {
        this.random = random;
    }

    /**
     * The pause after a failure.
     *
     * @param failures in a row, this one included; at least 1
     * @param retryAfter what the endpoint asked for, which counts instead within the same bounds
     */
    public Duration delay(int failures, @Nullable Duration retryAfter) {
        if (retryAfter != null) {
            return within(retryAfter);
        }
        long doubled = MIN.toMillis() << Math.min(failures - 1, DOUBLINGS_TO_MAX);
        long base = Math.min(doubled, MAX.toMillis());
        return within(Duration.ofMillis((long) (base * (1 + random.nextDouble(-JITTER, JITTER)))));
    }

    /**
     * How long to wait once more where a pause ended while nobody was there to make the attempt, so that after a downtime
     * not everyone is tried in the same moment: anything up to that pause, and up to {@link #SPREAD}.
     */
    public Duration spread(int failures) {
        long base =
                Math.min(MIN.toMillis() << Math.min(Math.max(failures - 1, 0), DOUBLINGS_TO_MAX), SPREAD.toMillis());
        return Duration.ofMillis(random.nextLong(base));
    }

    private static Duration within(Duration delay) {
        if (delay.compareTo(MIN) < 0) {
            return MIN;
        }
        return delay.compareTo(MAX) > 0 ? MAX : delay;
    }
}
