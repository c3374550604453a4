package dev.partnercatalog.webhook.credential;

import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.records.WebhookControl;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The stored authentication settings of a partner's webhook, with encrypted secrets.
 *
 * @param keyGeneration which of the partner's keys makes {@code v1a} signatures
 * @param keyRotatedAt when that key became current, null if it is the first
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
