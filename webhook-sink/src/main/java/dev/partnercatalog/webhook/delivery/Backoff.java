package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.webhook.EndpointHealth;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How long to wait before the next attempt: exponential backoff with jitter, from 1 s up to 10 min (D26). Thread-safe. */
public final class Backoff {

    public static final Duration MIN = Duration.ofSeconds(1);
    public static final Duration MAX = EndpointHealth.LONGEST_PAUSE;

    private static final int DOUBLINGS_TO_MAX = 10;
    private static final double JITTER = 0.25;

    private final RandomGenerator random;

    /** Creates a schedule with jitter from {@code random}, which must be thread-safe. */
    public Backoff(RandomGenerator random) {
        this.random = random;
    }

    /**
     * Returns the pause after a failure.
     *
     * @param failures consecutive failures including this one; at least 1
     * @param retryAfter what the endpoint asked for; within the same bounds, it replaces the computed pause
     */
    public Duration delay(int failures, @Nullable Duration retryAfter) {
        if (retryAfter != null) {
            return within(retryAfter);
        }
        long doubled = MIN.toMillis() << Math.min(Math.max(failures - 1, 0), DOUBLINGS_TO_MAX);
        long pause = Math.min(doubled, MAX.toMillis());
        return within(Duration.ofMillis((long) (pause * (1 + random.nextDouble(-JITTER, JITTER)))));
    }

    private static Duration within(Duration delay) {
        return Collections.max(List.of(MIN, Collections.min(List.of(MAX, delay))));
    }
}
