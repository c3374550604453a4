package dev.partnercatalog.webhook.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OTHER_SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    @Test
    @DisplayName("D25: the signature of the published Standard Webhooks example is reproduced")
    void the_published_example_comes_out() {
        Message message = message("msg_p5jXN8AQM9LWM0D4loKWxJek", "{\"test\": 2432232314}");

        assertThat(WebhookSignature.header(List.of(SECRET), message, 1614265330))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    @DisplayName("D25: an independent library verifies the signature, and rejects it for another body")
    void an_independent_library_verifies_it() throws Exception {
        Message message = message("msg_1", "{\"type\":\"variants.changed\",\"ü\":\"€\"}");
        long now = Instant.now().getEpochSecond();
        Map<String, List<String>> headers = headers(message, now, List.of(SECRET));

        new Webhook(SECRET).verify(new String(message.body(), StandardCharsets.UTF_8), headers);

        assertThatThrownBy(() -> new Webhook(SECRET).verify("{}", headers))
                .isInstanceOf(WebhookVerificationException.class);
    }

    @Test
    @DisplayName("D27: during a rotation both secrets sign, and a receiver may hold either")
    void both_secrets_sign_while_one_replaces_the_other() throws Exception {
        Message message = message("msg_2", "{}");
        long now = Instant.now().getEpochSecond();
        Map<String, List<String>> headers = headers(message, now, List.of(OTHER_SECRET, SECRET));

        new Webhook(SECRET).verify("{}", headers);
        new Webhook(OTHER_SECRET).verify("{}", headers);
        assertThat(WebhookSignature.header(List.of(OTHER_SECRET, SECRET), message, now))
                .containsOnlyOnce(" ");
    }

    @Test
    void a_secret_in_another_form_is_refused() {
        assertThatThrownBy(() -> WebhookSignature.header(List.of("MfKQ9r8G"), message("msg_3", "{}"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("MfKQ9r8G");
    }

    private static Map<String, List<String>> headers(Message message, long timestamp, List<String> secrets) {
        return Map.of(
                "webhook-id", List.of(message.id()),
                "webhook-timestamp", List.of(Long.toString(timestamp)),
                "webhook-signature", List.of(WebhookSignature.header(secrets, message, timestamp)));
    }

    private static Message message(String id, String body) {
        return new Message(id, body.getBytes(StandardCharsets.UTF_8), Message.Contents.ping(0));
    }
}
