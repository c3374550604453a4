package dev.partnercatalog.webhook.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.partner.WebhookKey;
import dev.partnercatalog.partner.WebhookMessage;
import dev.partnercatalog.partner.WebhookMessage.RemovedVariant;
import dev.partnercatalog.partner.WebhookVerifier;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.message.WebhookPing;
import dev.partnercatalog.webhook.message.WebhookSignature;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D25: the partners' library reads what we send")
class PartnerLibraryTest {

    private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);
    private static final String RECORD =
            "{\"barcode\":\"1\",\"companyId\":7,\"locationId\":70,\"name\":\"Limón ½ 🌿\",\"unitSize\":3.5}";

    private static WebhookMessage received(Message message) throws Exception {
        long now = Instant.now().getEpochSecond();
        Map<String, String> headers = Map.of(
                "webhook-id", message.id(),
                "webhook-timestamp", Long.toString(now),
                "webhook-signature", WebhookSignature.header(List.of(SECRET), message, now));
        return new WebhookVerifier(WebhookKey.secret(SECRET)).receive(headers::get, message.body());
    }

    @Test
    void changes_come_as_they_were_gathered() throws Exception {
        VariantsChanged body = new VariantsChanged(VariantsChanged.MAX_RECORDS, VariantsChanged.MAX_BYTES);
        body.add(RECORD.getBytes(UTF_8));
        body.addRemoved(7, 71, "a\"b");

        WebhookMessage message = received(new Message("msg_1", body.json(1_767_225_600_123L), body.contents()));

        assertThat(message.type()).isEqualTo(WebhookMessage.VARIANTS_CHANGED);
        assertThat(message.id()).isEqualTo("msg_1");
        assertThat(message.timestamp()).isEqualTo(Instant.ofEpochMilli(1_767_225_600_123L));
        assertThat(message.variants()).allSatisfy(changed -> {
            assertThat(changed.json()).isEqualTo(RECORD);
            assertThat(changed.variant().name()).isEqualTo("Limón ½ 🌿");
        });
        assertThat(message.removed()).containsExactly(new RemovedVariant(7, 71, "a\"b"));
    }

    @Test
    void a_ping_comes_as_one() throws Exception {
        WebhookMessage message = received(WebhookPing.of("kiosk", 1, 1_767_225_600_000L));

        assertThat(message.type()).isEqualTo(WebhookMessage.PING);
        assertThat(message.variants()).isEmpty();
    }
}
