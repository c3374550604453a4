package dev.partnercatalog.partner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Uses the example in the Standard Webhooks specification. The service's tests verify the service's own messages. */
class WebhookVerifierTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(UTF_8);
    private static final long SENT = 1_614_265_330;
    private static final Map<String, String> HEADERS = Map.of(
            "webhook-id",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp",
            Long.toString(SENT),
            "webhook-signature",
            SIGNATURE);

    private static WebhookVerifier at(long second, WebhookKey... keys) {
        return new WebhookVerifier(
                List.of(keys), Duration.ofMinutes(5), Clock.fixed(Instant.ofEpochSecond(second), ZoneOffset.UTC));
    }

    private static Map<String, String> with(String name, String value) {
        Map<String, String> headers = new HashMap<>(HEADERS);
        headers.put(name, value);
        return headers;
    }

    private static void refused(WebhookVerifier verifier, Map<String, String> headers, byte[] body, String why) {
        assertThatThrownBy(() -> verifier.verify(headers::get, body))
                .isInstanceOf(UnverifiedWebhookException.class)
                .hasMessageContaining(why);
    }

    @Test
    void the_specifications_example_is_accepted_within_five_minutes_either_way() {
        WebhookKey key = WebhookKey.secret(SECRET);
        for (long off : List.of(0L, 300L, -300L)) {
            assertThatCode(() -> at(SENT + off, key).verify(HEADERS::get, BODY)).doesNotThrowAnyException();
        }
        refused(at(SENT + 301, key), HEADERS, BODY, "sent 301 s ago");
        refused(at(SENT - 301, key), HEADERS, BODY, "sent 301 s in the future");
    }

    @Test
    void one_signature_that_matches_one_key_is_enough() {
        WebhookVerifier verifier = at(SENT, WebhookKey.secret("whsec_" + "AAAA".repeat(8)), WebhookKey.secret(SECRET));
        Map<String, String> several = with("webhook-signature", "v1,AAAA v2,x v1a,!!! " + SIGNATURE);

        assertThatCode(() -> verifier.verify(several::get, BODY)).doesNotThrowAnyException();
    }

    @Test
    void any_change_is_refused() {
        WebhookVerifier verifier = at(SENT, WebhookKey.secret(SECRET));
        refused(verifier, HEADERS, "{\"test\": 2432232315}".getBytes(UTF_8), "no signature matches");
        refused(verifier, with("webhook-id", "msg_other"), BODY, "no signature matches");
        refused(verifier, with("webhook-timestamp", Long.toString(SENT + 1)), BODY, "no signature matches");
        refused(verifier, with("webhook-signature", "v2" + SIGNATURE.substring(2)), BODY, "no signature matches");
        refused(verifier, with("webhook-signature", SIGNATURE.substring(3)), BODY, "no signature matches");
        refused(verifier, with("webhook-signature", "v1a" + SIGNATURE.substring(2)), BODY, "no signature matches");
        refused(at(SENT, WebhookKey.secret("whsec_AAAA")), HEADERS, BODY, "no signature matches");
    }

    @Test
    void missing_huge_and_malformed_headers_are_refused() {
        WebhookVerifier verifier = at(SENT, WebhookKey.secret(SECRET));
        for (String name : HEADERS.keySet()) {
            Map<String, String> others = new HashMap<>(HEADERS);
            others.remove(name);
            refused(verifier, others, BODY, name + " is missing");
            refused(verifier, with(name, ""), BODY, name + " is missing");
            refused(verifier, with(name, "1".repeat(5_000)), BODY, name + " is longer than 4096 characters");
        }
        refused(verifier, with("webhook-timestamp", "-1"), BODY, "webhook-timestamp is invalid");
        refused(verifier, with("webhook-timestamp", "9".repeat(13)), BODY, "webhook-timestamp is invalid");
        refused(verifier, with("webhook-id", "msg_1.1614265330"), BODY, "webhook-id is invalid");
        refused(verifier, with("webhook-signature", "v1,x ".repeat(17)), BODY, "more than 16 signatures");
    }

    @Test
    void a_signature_by_the_catalogs_private_key_is_verified_with_the_public_one() throws Exception {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Map<String, String> headers = with("webhook-signature", "v1,AAAA " + ed25519(pair, BODY));
        WebhookVerifier verifier = at(SENT, WebhookKey.publicKeys(jwks(pair)).toArray(WebhookKey[]::new));

        assertThatCode(() -> verifier.verify(headers::get, BODY)).doesNotThrowAnyException();
        refused(verifier, headers, "{}".getBytes(UTF_8), "no signature matches");
        refused(verifier, with("webhook-signature", "v1a,AAAA v1a,x"), BODY, "no signature matches");
        refused(verifier, with("webhook-signature", SIGNATURE), BODY, "no signature matches");
        KeyPair other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        refused(verifier, with("webhook-signature", ed25519(other, BODY)), BODY, "no signature matches");
    }

    private static String ed25519(KeyPair pair, byte[] body) throws GeneralSecurityException {
        Signature signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update((HEADERS.get("webhook-id") + "." + SENT + ".").getBytes(UTF_8));
        signature.update(body);
        return "v1a," + Base64.getEncoder().encodeToString(signature.sign());
    }

    private static String jwks(KeyPair pair) {
        byte[] x509 = pair.getPublic().getEncoded();
        String x = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Arrays.copyOfRange(x509, x509.length - 32, x509.length));
        return "{\"keys\":[{\"kty\":\"RSA\",\"n\":\"AQ\",\"e\":\"AQAB\"},{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\""
                + x + "\",\"kid\":\"1\"}]}";
    }

    @Test
    void invalid_keys_are_refused_and_not_shown() {
        for (String secret : List.of("", "whsec_", "whsec_***", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")) {
            assertThatThrownBy(() -> WebhookKey.secret(secret))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the webhook secret is invalid: expected whsec_ and base64");
        }
        for (String jwk : List.of(
                "",
                "x",
                "{}",
                "[]",
                "{\"keys\":[]}",
                "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"AQ\"}",
                "{\"kty\":\"OKP\",\"crv\":\"X25519\",\"x\":\"" + "A".repeat(43) + "\"}",
                "{\"keys\":[" + "{},".repeat(100) + "{}]}")) {
            assertThatThrownBy(() -> WebhookKey.publicKeys(jwk)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(WebhookVerifier::new).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_verified_body_that_is_not_a_message_is_distinguished() {
        assertThatThrownBy(() -> at(SENT, WebhookKey.secret(SECRET)).receive(HEADERS::get, BODY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timestamp");
    }
}
