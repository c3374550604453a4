package dev.partnercatalog.query.operation;

import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.query.access.PartnerConfigurations;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.credential.WebhookSigningKey;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * The public keys of the keys that sign a partner's webhooks as {@code v1a}, as a JWK set (RFC 7517, RFC 8037). Open to
 * everyone: verifiers need them, and they are not secret.
 */
final class GetWebhookKeys {

    static final String PATH = "/v1/webhook-keys/{partnerId}";

    /** At first a new key signs along with the previous one, so verifiers have time to notice it. */
    private static final String CACHEABLE = "public, max-age=60";

    /** For messages that are still being delivered when a key has signed for the last time. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private record KeySet(List<Key> keys) {}

    private record Key(String kty, String crv, String kid, String x, String use, String alg) {

        static Key of(WebhookSigningKey key) {
            return new Key("OKP", "Ed25519", key.keyId(), key.publicKey(), "sig", "EdDSA");
        }
    }

    private final PartnerConfigurations configurations;
    private final WebhookSecrets secrets;
    private final InstantSource clock;

    GetWebhookKeys(PartnerConfigurations configurations, WebhookSecrets secrets, InstantSource clock) {
        this.configurations = configurations;
        this.secrets = secrets;
        this.clock = clock;
    }

    /** A partner without such keys gets the same response as one that doesn't exist: there are no keys. */
    void handle(Context context) {
        String partnerId = context.pathParam("partnerId");
        PartnerConfig config = configurations.partner(partnerId);
        List<WebhookSigningKey> keys = config == null ? List.of() : keys(partnerId, config.getWebhookControl());
        context.header("Cache-Control", CACHEABLE)
                .result(JsonOutput.of(new KeySet(keys.stream().map(Key::of).toList())));
    }

    private List<WebhookSigningKey> keys(String partnerId, WebhookControl control) {
        if (!control.getAuthentication().getEd25519()) {
            return List.of();
        }
        int generation = control.getKeyGeneration();
        Long rotatedAt = control.getKeyRotatedAt();
        WebhookSigningKey newest = WebhookSigningKey.of(secrets.masterKey(), partnerId, generation);
        boolean both = generation > 0
                && rotatedAt != null
                && clock.instant()
                        .isBefore(Instant.ofEpochMilli(rotatedAt)
                                .plus(secrets.overlap())
                                .plus(MARGIN));
        return both
                ? List.of(newest, WebhookSigningKey.of(secrets.masterKey(), partnerId, generation - 1))
                : List.of(newest);
    }
}
