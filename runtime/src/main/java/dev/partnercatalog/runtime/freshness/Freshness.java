package dev.partnercatalog.runtime.freshness;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/** Measures how old events are when they reach a stage. Thread-safe. */
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

    /** @param stage the stage, as in the metric's label */
    public Freshness(MeterRegistry meters, String stage) {
        this.age = Timer.builder("catalog.freshness")
                .description("Age of events when they reach a stage.")
                .tag("stage", stage)
                .serviceLevelObjectives(BOUNDS)
                .register(meters);
    }

    /** An event has reached the stage; events without a time aren't counted. */
    public void reached(PublicationTime eventTime, long now) {
        Long millis = eventTime.millis();
        if (millis != null) {
            age.record(Duration.ofMillis(Math.max(0, now - millis)));
        }
    }
}
