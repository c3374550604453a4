package dev.partnercatalog.query;

import java.time.Duration;
import java.util.Set;

/**
 * What partners may change through the API, and how long that may take.
 *
 * @param allowPrivateWebhooks whether a webhook's URL may use plain HTTP and lead to a private address; must match the
 *     sender's setting (D18)
 * @param webhookPorts the ports allowed in a webhook's URL; empty for the default; must match the sender's setting
 *     (D18)
 * @param sharedCustomerProviders the allowed providers of a shared customer (D19)
 * @param webhookSecretOverlap how long after a rotation the previous webhook secret also signs; must match the sender's
 *     setting (D27)
 * @param timeout of one change, from the request to the response
 */
public record ChangeSettings(
        boolean allowPrivateWebhooks,
        Set<Integer> webhookPorts,
        Set<String> sharedCustomerProviders,
        Duration webhookSecretOverlap,
        Duration timeout) {

    public static final String DEFAULT_PROVIDERS = "greenline,cova";
    public static final int DEFAULT_OVERLAP_HOURS = 24;
    public static final int DEFAULT_TIMEOUT_SECONDS = 30;

    public static final ChangeSettings DEFAULT = new ChangeSettings(
            false,
            Set.of(),
            Set.of(DEFAULT_PROVIDERS.split(",", -1)),
            Duration.ofHours(DEFAULT_OVERLAP_HOURS),
            Duration.ofSeconds(DEFAULT_TIMEOUT_SECONDS));

    public ChangeSettings {
        webhookPorts = Set.copyOf(webhookPorts);
        sharedCustomerProviders = Set.copyOf(sharedCustomerProviders);
        if (webhookSecretOverlap.isNegative()) {
            throw new IllegalArgumentException("webhookSecretOverlap " + webhookSecretOverlap + " is negative");
        }
        if (timeout.compareTo(Duration.ofSeconds(1)) < 0 || timeout.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("timeout " + timeout + " is out of range: expected 1 s to 60 s");
        }
    }

    /** The same settings, with the operator's choice on private addresses. */
    public ChangeSettings allowingPrivateWebhooks(boolean allowed) {
        return new ChangeSettings(allowed, webhookPorts, sharedCustomerProviders, webhookSecretOverlap, timeout);
    }
}
