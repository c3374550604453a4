package dev.partnercatalog.query.operation;

import dev.partnercatalog.runtime.secret.MasterKey;
import java.time.Duration;

/**
 * The secrets that sign webhooks (D27).
 *
 * @param overlap how long after a rotation the previous secret also signs; must match the sender's setting
 */
public record WebhookSecrets(MasterKey masterKey, Duration overlap) {

    String of(String partnerId, int generation) {
        return masterKey.webhookSecret(partnerId, generation);
    }
}
