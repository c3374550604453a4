package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.WebhookOfPartner.PATH;
import static dev.partnercatalog.query.operation.WebhookOfPartner.attempt;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.http.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One message to a partner's webhook: what was sent and answered, and how it is sent again. */
class WebhookDeliveryTest {

    private static final String DELIVERY = PATH + "/deliveries/msg_1";

    private final WebhookOfPartner webhook = new WebhookOfPartner();
    private final ApiHarness api = webhook.api;

    @BeforeEach
    void oneAttempt() {
        webhook.allow(InMemoryConfigurations.company("7", "70"));
        webhook.log(attempt(1, AttemptKind.CHANGES, AttemptOutcome.FAILED)
                .setError("answered 500")
                .setResponseBody("no such table"));
    }

    @AfterEach
    void close() {
        webhook.close();
    }

    @Test
    void a_delivery_has_its_attempts_with_the_beginning_of_the_response() {
        webhook.log(attempt(1, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED).setHttpStatus(204));
        webhook.log(attempt(2, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED));
        JsonNode delivery = api.get(DELIVERY).json();
        assertThat(delivery.path("id").asText()).isEqualTo("msg_1");
        assertThat(delivery.path("attempts"))
                .extracting(shown -> shown.path("outcome").asText())
                .containsExactlyInAnyOrder("failed", "accepted");
        assertThat(delivery.path("attempts"))
                .extracting(shown -> shown.path("response").asText("none"))
                .containsExactlyInAnyOrder("no such table", "none");
        assertThat(api.get(PATH + "/deliveries").json().findValuesAsText("response"))
                .containsExactly("no such table");
    }

    @Test
    void another_partner_s_delivery_does_not_exist() {
        webhook.log(attempt(2, AttemptKind.CHANGES, AttemptOutcome.FAILED).setPartnerId("p2"));
        assertThat(api.get(PATH + "/deliveries/msg_2")
                        .error(ErrorCode.NOT_FOUND)
                        .toString()
                        .replace("msg_2", "#"))
                .isEqualTo(api.get(PATH + "/deliveries/msg_9")
                        .error(ErrorCode.NOT_FOUND)
                        .toString()
                        .replace("msg_9", "#"));
    }

    @Test
    void D27_the_status_says_until_when_the_previous_secret_signs_too() {
        webhook.configure(
                true,
                true,
                WebhookControl.newBuilder()
                        .setSecretGeneration(1)
                        .setSecretRotatedAt(WebhookOfPartner.NOW)
                        .build());
        assertThat(webhook.status().json().path("previousSecretSignsUntil").asText())
                .isEqualTo("2026-01-02T00:00:00.000Z");
        api.now = ApiHarness.NOW.plusSeconds(24 * 60 * 60);
        assertThat(webhook.status().json().has("previousSecretSignsUntil")).isFalse();
    }
}
