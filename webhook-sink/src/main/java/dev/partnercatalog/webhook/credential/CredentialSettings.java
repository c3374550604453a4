package dev.partnercatalog.webhook.credential;

import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookControl;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a partner's webhook authenticates itself, as it is kept: secrets are encrypted.
 *
 * @param keyGeneration which of the partner's keys makes {@code v1a} signatures
 * @param keyRotatedAt when it became that, null where it is the first
 */
public record CredentialSettings(
        WebhookAuthentication authentication,
        int keyGeneration,
        @Nullable Instant keyRotatedAt) {

    public static CredentialSettings of(WebhookControl control) {
        Long rotatedAt = control.getKeyRotatedAt();
        return new CredentialSettings(
                control.getAuthentication(),
                control.getKeyGeneration(),
                rotatedAt == null ? null : Instant.ofEpochMilli(rotatedAt));
    }
}
