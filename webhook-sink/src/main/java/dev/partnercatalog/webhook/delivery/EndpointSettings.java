package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.webhook.WebhookState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint in use, with the settings of its partner and the operator.
 *
 * @param control how often something was requested for it, which secret signs, and what it requires besides; not to be
 *     changed
 * @param hasClient whether its partner has an API client
 */
public record EndpointSettings(Endpoint endpoint, WebhookControl control, boolean hasClient) {

    /** Why nothing is sent to it, null if nothing holds it. */
    public @Nullable WebhookState hold() {
        return WebhookState.hold(control, hasClient);
    }

    /**
     * The secrets that sign at a time, newest first (D27).
     *
     * @param overlap how long after a rotation the previous secret also signs
     */
    public List<String> secrets(MasterKey masterKey, Duration overlap, Instant now) {
        int generation = control.getSecretGeneration();
        String newest = masterKey.webhookSecret(endpoint.partnerId(), generation);
        Long rotatedAt = control.getSecretRotatedAt();
        boolean overlaps = generation > 0 && rotatedAt != null && now.toEpochMilli() < rotatedAt + overlap.toMillis();
        return overlaps
                ? List.of(newest, masterKey.webhookSecret(endpoint.partnerId(), generation - 1))
                : List.of(newest);
    }

    public boolean held() {
        return hold() != null;
    }
}
