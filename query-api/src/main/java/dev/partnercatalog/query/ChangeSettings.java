package dev.partnercatalog.query;

import java.time.Duration;
import java.util.Set;

/**
 * What partners may change through the API, and how long that may take.
 *
 * @param allowPrivateWebhooks whether a webhook's URL may be plain HTTP and lead to a private address; as the sender has
 *     it (D18)
 * @param webhookPorts that a webhook's URL may name; none for the default; as the sender has it (D18)
 * @param sharedCustomerProviders that a shared customer may be of (D19)
 * @param webhookSecretOverlap how long after a rotation the webhook secret before it signs too; as the sender has it (D27)
 * @param timeout of one change, from the request to the answer
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
            throw new IllegalArgumentException("timeout " + timeout + " is out of range: 1 s to 60 s");
        }
    }

    /** The same, but with the operator's word on private addresses. */
    public ChangeSettings allowingPrivateWebhooks(boolean allowed) {
        return new ChangeSettings(allowed, webhookPorts, sharedCustomerProviders, webhookSecretOverlap, timeout);
    }
}
