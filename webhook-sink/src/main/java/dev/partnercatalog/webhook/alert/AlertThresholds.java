package dev.partnercatalog.webhook.alert;

import java.time.Duration;

/**
 * From when on an endpoint's trouble is worth an alert.
 *
 * @param failingAfter how long an endpoint does nothing but fail before that is told; zero: at the first failure
 * @param suspensionWithin how long before its suspension it is told that this is near
 */
public record AlertThresholds(Duration failingAfter, Duration suspensionWithin) {

    public static final int DEFAULT_FAILING_MINUTES = 15;
    public static final int DEFAULT_SUSPENSION_HOURS = 24;

    public static final AlertThresholds DEFAULT = new AlertThresholds(
            Duration.ofMinutes(DEFAULT_FAILING_MINUTES), Duration.ofHours(DEFAULT_SUSPENSION_HOURS));
}
