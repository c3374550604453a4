package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.webhook.credential.CredentialSettings;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint that is in use, and what its partner and the operator want of it.
 *
 * @param held by an operator: nothing goes out
 * @param resumes how often delivery was asked to be taken up again; only grows
 * @param secretGeneration which of the partner's secrets signs
 * @param secretRotatedAt when it became that, null where it is the first (D27)
 * @param interval how long after the beginning of one message the next one may begin at the earliest; pings don't count
 * @param credentials what the endpoint asks for beside the symmetric signature
 */
public record EndpointSettings(
        Endpoint endpoint,
        boolean held,
        long resumes,
        int secretGeneration,
        @Nullable Instant secretRotatedAt,
        Duration interval,
        CredentialSettings credentials) {

    private static final Duration LONGEST_INTERVAL = Duration.ofHours(1);

    public static EndpointSettings of(Endpoint endpoint, WebhookControl control) {
        Long rotatedAt = control.getSecretRotatedAt();
        return new EndpointSettings(
                endpoint,
                control.getSuspended(),
                control.getResumes(),
                control.getSecretGeneration(),
                rotatedAt == null ? null : Instant.ofEpochMilli(rotatedAt),
                interval(control.getSettings().getSecondsBetweenMessages()),
                CredentialSettings.of(control));
    }

    private static Duration interval(int seconds) {
        return Duration.ofSeconds(Math.max(0, Math.min(seconds, LONGEST_INTERVAL.toSeconds())));
    }
}
