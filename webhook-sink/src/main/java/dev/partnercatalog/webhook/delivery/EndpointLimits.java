package dev.partnercatalog.webhook.delivery;

import java.time.Duration;

/**
 * How much of the process endpoints may use.
 *
 * @param perEndpoint most attempts in flight to one endpoint
 * @param inProcess most messages in flight to all endpoints together, or ready for them, which bounds the memory they
 *     hold
 * @param suspendAfter how long an endpoint may do nothing but fail before it is suspended (D26)
 */
public record EndpointLimits(int perEndpoint, int inProcess, Duration suspendAfter) {

    public static final Duration SUSPEND_AFTER = Duration.ofDays(5);

    public EndpointLimits {
        if (perEndpoint < 1 || inProcess < 2) {
            throw new IllegalArgumentException("perEndpoint must be at least 1, and inProcess at least 2");
        }
    }
}
