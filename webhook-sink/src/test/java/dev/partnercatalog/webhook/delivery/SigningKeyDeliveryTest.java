package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.SECRET;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import dev.partnercatalog.runtime.credential.WebhookSigningKey;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The asymmetric signature, which endpoints may require besides the symmetric one. */
class SigningKeyDeliveryTest {

    private final SealedCredentials sealed = new SealedCredentials();
    private final PartnerServer server = new PartnerServer();
    private final Endpoint endpoint = new Endpoint("p", server.url());
    private final AwaitedDelivery delivery =
            new AwaitedDelivery.Builder().masterKey(sealed.masterKey()).build();

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
    }

    @Test
    @DisplayName(
            "v1a: during a rotation both keys sign, the header lists them in order, and the symmetric signature stays")
    void both_keys_sign_during_a_rotation() throws Exception {
        server.answer(200);

        send(WebhookControl.newBuilder()
                .setKeyGeneration(3)
                .setKeyRotatedAt(InstantSource.system().millis()));

        RecordedRequest request = server.taken();
        String body = requireNonNull(request.getBody()).utf8();
        new Webhook(SECRET).verify(body, request.getHeaders().toMultimap());
        String[] keyIds =
                requireNonNull(request.getHeaders().get("webhook-key-ids")).split(" ");
        String[] signatures =
                requireNonNull(request.getHeaders().get("webhook-signature")).split(" ");
        assertThat(keyIds)
                .containsExactly(
                        WebhookSigningKey.of(sealed.masterKey(), "p", 3).keyId(),
                        WebhookSigningKey.of(sealed.masterKey(), "p", 2).keyId());
        assertThat(signatures).hasSize(3);
        byte[] signed = ("msg_1." + request.getHeaders().get("webhook-timestamp") + "." + body)
                .getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 2; i++) {
            assertThat(signatures[i + 1]).startsWith("v1a,");
            byte[] signature = Base64.getDecoder().decode(signatures[i + 1].substring("v1a,".length()));
            assertThat(verifies(WebhookSigningKey.of(sealed.masterKey(), "p", 3 - i), signed, signature))
                    .isTrue();
        }
    }

    @Test
    void the_key_before_signs_no_more_after_the_overlap() throws Exception {
        server.answer(200);

        send(WebhookControl.newBuilder()
                .setKeyGeneration(3)
                .setKeyRotatedAt(InstantSource.system()
                        .instant()
                        .minus(Duration.ofHours(25))
                        .toEpochMilli()));

        assertThat(server.taken().getHeaders().get("webhook-key-ids"))
                .isEqualTo(WebhookSigningKey.of(sealed.masterKey(), "p", 3).keyId());
    }

    private void send(WebhookControl.Builder control) throws Exception {
        delivery.configure(sealed.settings(endpoint, new WebhookCredentials(true, List.of(), null, null), control));
        delivery.send(endpoint, MESSAGE);
    }

    private static boolean verifies(WebhookSigningKey key, byte[] signed, byte[] signature) throws Exception {
        byte[] spki = HexFormat.of().parseHex("302a300506032b6570032100");
        byte[] x = Base64.getUrlDecoder().decode(key.publicKey());
        byte[] encoded = new byte[spki.length + x.length];
        System.arraycopy(spki, 0, encoded, 0, spki.length);
        System.arraycopy(x, 0, encoded, spki.length, x.length);
        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
        verifier.update(signed);
        return verifier.verify(signature);
    }
}
