package dev.partnercatalog.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that advances only when told to. */
final class ManualClock implements InstantSource {

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    void pass(Duration time) {
        now = now.plus(time);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
