package dev.partnercatalog.webhook.alert;

import java.time.Duration;

/**
 * When an endpoint's trouble is worth an alert.
 *
 * @param failingAfter how long an endpoint must do nothing but fail before an alert is sent; zero: at the first failure
 * @param suspensionWithin how long before a suspension its approach is reported
 */
public record AlertThresholds(Duration failingAfter, Duration suspensionWithin) {

    public static final int DEFAULT_FAILING_MINUTES = 15;
    public static final int DEFAULT_SUSPENSION_HOURS = 24;

    public static final AlertThresholds DEFAULT = new AlertThresholds(
            Duration.ofMinutes(DEFAULT_FAILING_MINUTES), Duration.ofHours(DEFAULT_SUSPENSION_HOURS));
}
