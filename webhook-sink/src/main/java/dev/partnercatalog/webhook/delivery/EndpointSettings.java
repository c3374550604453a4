package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.configuration.WebhookHold;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint in use, with the settings of its partner and the operator.
 *
 * @param hold why nothing is sent to it, null if nothing holds it
 * @param requests what was requested for it so far
 * @param secret which of the partner's secrets signs
 * @param headers what it requires besides the signature, encrypted
 */
public record EndpointSettings(
        Endpoint endpoint, @Nullable WebhookHold hold, Requests requests, Secret secret, List<WebhookHeader> headers) {

    public EndpointSettings {
        headers = List.copyOf(headers);
    }

    /**
     * How often something was requested; only grows.
     *
     * @param resumes requests to resume it
     * @param releases releases of the webhook by an operator
     */
    public record Requests(long resumes, long releases) {}

    /**
     * One of a partner's secrets.
     *
     * @param generation its number
     * @param rotatedAt when it became current, null if it is the first (D27)
     */
    public record Secret(int generation, @Nullable Instant rotatedAt) {}

    /**
     * Returns the settings of an endpoint.
     *
     * @param hasClient whether its partner has an API client
     */
    public static EndpointSettings of(Endpoint endpoint, WebhookControl control, boolean hasClient) {
        Long rotatedAt = control.getSecretRotatedAt();
        return new EndpointSettings(
                endpoint,
                WebhookHold.of(control, hasClient),
                new Requests(control.getResumes(), control.getReleases()),
                new Secret(control.getSecretGeneration(), rotatedAt == null ? null : Instant.ofEpochMilli(rotatedAt)),
                control.getHeaders());
    }

    /**
     * The secrets that sign at a time, newest first (D27).
     *
     * @param overlap how long after a rotation the previous secret also signs
     */
    public List<String> secrets(MasterKey masterKey, Duration overlap, Instant now) {
        int generation = secret.generation();
        String newest = masterKey.webhookSecret(endpoint.partnerId(), generation);
        Instant rotatedAt = secret.rotatedAt();
        boolean overlaps = generation > 0 && rotatedAt != null && now.isBefore(rotatedAt.plus(overlap));
        return overlaps ? List.of(newest, masterKey.webhookSecret(endpoint.partnerId(), generation - 1)) : List.of(newest);
    }

    /** Whether nothing is sent to it. */
    public boolean held() {
        return hold != null;
    }
}
