package dev.partnercatalog.runtime.trace;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** Measures how old events are once they have come so far. Thread-safe. */
public final class Freshness {

    private static final Duration[] BOUNDS = {
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15),
        Duration.ofMinutes(1),
        Duration.ofMinutes(5),
        Duration.ofMinutes(30),
        Duration.ofHours(3),
        Duration.ofHours(24)
    };

    private final Timer age;

    /** @param stage how far they have come, as the metric's label says */
    public Freshness(MeterRegistry meters, String stage) {
        this.age = Timer.builder("catalog.freshness")
                .description("How old events are once they have come so far.")
                .tag("stage", stage)
                .serviceLevelObjectives(BOUNDS)
                .register(meters);
    }

    /** An event has come so far; one that doesn't tell its time isn't counted. */
    public void reached(Cause cause, long now) {
        Long eventTime = cause.eventTime();
        if (eventTime != null) {
            age.record(Duration.ofMillis(Math.max(0, now - eventTime)));
        }
    }
}
