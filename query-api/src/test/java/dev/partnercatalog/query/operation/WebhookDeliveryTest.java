package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.WebhookOfPartner.PATH;
import static dev.partnercatalog.query.operation.WebhookOfPartner.attempt;
import static dev.partnercatalog.query.operation.WebhookOfPartner.exchange;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookControl;
import java.util.List;
import java.util.Objects;
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
        webhook.log(attempt(1, AttemptKind.CHANGES, AttemptOutcome.FAILED).setError("answered 500"));
    }

    @AfterEach
    void close() {
        webhook.close();
    }

    @Test
    void a_delivery_has_the_request_and_the_response_of_its_attempts_as_they_were_recorded() {
        api.webhooks.exchanges.add(exchange(1, "no such table").build());
        JsonNode delivery = api.get(DELIVERY).json();
        assertThat(delivery.path("repeatable").asInt()).isEqualTo(1);
        assertThat(delivery.at("/attempts/0/attempt/error").asText()).isEqualTo("answered 500");
        assertThat(delivery.at("/attempts/0/request/headers/0/value").asText()).isEqualTo("…");
        assertThat(delivery.at("/attempts/0/response/body").asText()).isEqualTo("no such table");
    }

    @Test
    void an_attempt_whose_exchange_was_not_recorded_has_none_and_cannot_be_repeated() {
        JsonNode delivery = api.get(DELIVERY).json();
        assertThat(delivery.path("repeatable").asInt()).isZero();
        assertThat(delivery.at("/attempts/0").has("request")).isFalse();
        webhook.act("deliveries/msg_1/repeat").error(ErrorCode.NOT_FOUND);
        assertThat(api.commands.received).isEmpty();
    }

    @Test
    void another_partner_s_delivery_does_not_exist() {
        webhook.log(attempt(2, AttemptKind.CHANGES, AttemptOutcome.FAILED).setPartnerId("p2"));
        api.webhooks.exchanges.add(exchange(2, "theirs").setPartnerId("p2").build());
        assertThat(api.get(PATH + "/deliveries/msg_2")
                        .error(ErrorCode.NOT_FOUND)
                        .toString()
                        .replace("msg_2", "#"))
                .isEqualTo(api.get(PATH + "/deliveries/msg_9")
                        .error(ErrorCode.NOT_FOUND)
                        .toString()
                        .replace("msg_9", "#"));
        webhook.act("deliveries/msg_2/repeat").error(ErrorCode.NOT_FOUND);
    }

    @Test
    void a_repeat_resyncs_each_variant_that_the_partner_may_still_see_once_for_each_key() {
        api.webhooks.exchanges.add(exchange(1, "")
                .setVariants(List.of(
                        new ResyncScope(7L, 70L, "A"),
                        new ResyncScope(7L, 7L, "B"),
                        new ResyncScope(7L, 71L, "not ours any more"),
                        new ResyncScope(8L, 80L, "nor this")))
                .build());
        assertThat(api.call(api.request(DELIVERY + "/repeat")
                                .header("Authorization", ApiHarness.bearer())
                                .header("Idempotency-Key", "k")
                                .post(ApiHarness.json("")))
                        .status())
                .isEqualTo(200);
        assertThat(api.commands.received)
                .extracting(PartnerCommand::getIdempotencyKey)
                .containsExactly("k/0", "k/1");
        assertThat(api.commands.received)
                .extracting(command -> (ControlWebhook) command.getChange())
                .allSatisfy(control -> assertThat(control.getAction()).isEqualTo(WebhookAction.RESYNC))
                .extracting(
                        control -> Objects.requireNonNull(control.getScope()).getBarcode())
                .containsExactly("A", "B");
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
