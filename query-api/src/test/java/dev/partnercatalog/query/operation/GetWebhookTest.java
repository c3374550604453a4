package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.WebhookOfPartner.NOW;
import static dev.partnercatalog.query.operation.WebhookOfPartner.PATH;
import static dev.partnercatalog.query.operation.WebhookOfPartner.URL;
import static dev.partnercatalog.query.operation.WebhookOfPartner.attempt;
import static dev.partnercatalog.query.operation.WebhookOfPartner.endpoint;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a partner reads of its webhook: its state, and what was delivered. */
class GetWebhookTest {

    @AutoClose
    private final WebhookOfPartner webhook = new WebhookOfPartner();
    private final ApiHarness api = webhook.api;

    @Test
    void a_webhook_without_reports_is_healthy_and_nothing_is_pending() {
        assertThat(webhook.status().body())
                .isEqualTo("{\"url\":\"" + URL + "\",\"enabled\":true,\"state\":\"healthy\",\"due\":0}");
    }

    @Test
    void D26_a_webhook_that_backs_off_shows_until_when_since_when_and_why() {
        webhook.report(endpoint(EndpointStatus.BACKING_OFF)
                .setFailures(3)
                .setSince(NOW - 60_000)
                .setFailingSince(NOW - 60_000)
                .setBackingOffUntil(NOW + 1_500)
                .setSuspendsAt(NOW + 432_000_000 - 60_000)
                .setLastFailure("answered 500")
                .setLastAccepted(NOW - 61_000));
        api.webhooks.backlogs.add(new WebhookBacklog("p1", 0, 3L, NOW - 5_000, NOW, 0L, List.of(), 0L, false));
        api.webhooks.backlogs.add(new WebhookBacklog("p1", 7, 4L, NOW - 9_000, NOW, 0L, List.of(), 0L, false));
        api.webhooks.backlogs.add(new WebhookBacklog("p1", 8, 0L, null, NOW, 0L, List.of(), 0L, false));
        api.webhooks.backlogs.add(new WebhookBacklog("p2", 8, 50L, NOW - 99_000, NOW, 0L, List.of(), 0L, false));
        assertThat(webhook.status().body())
                .isEqualTo(
                        "{\"url\":\"" + URL + "\",\"enabled\":true,\"state\":\"backing-off\","
                                + "\"since\":\"2025-12-31T23:59:00.000Z\",\"backingOffUntil\":\"2026-01-01T00:00:01.500Z\","
                                + "\"suspendsAt\":\"2026-01-05T23:59:00.000Z\",\"failingSince\":\"2025-12-31T23:59:00.000Z\",\"lastFailure\":\"answered"
                                + " 500\",\"lastSuccess\":\"2025-12-31T23:58:59.000Z\",\"due\":7,\"oldestDue\":\"2025-12-31T23:59:51.000Z\"}");
    }

    @Test
    void D37_records_that_were_not_accepted_alone_are_counted_and_the_oldest_twenty_named() {
        List<IsolatedRecord> many = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            many.add(new IsolatedRecord(7L, 70L, "b" + i, NOW - i, 2, "refused (status 422)"));
        }
        api.webhooks.backlogs.add(new WebhookBacklog("p1", 0, 900L, NOW, NOW, 800L, many, 0L, false));
        IsolatedRecord oldest = new IsolatedRecord(8L, 8L, "4001", NOW - 60_000, 14, "failed (status 500)");
        api.webhooks.backlogs.add(new WebhookBacklog("p1", 7, 1L, NOW, NOW, 1L, List.of(oldest), 0L, false));
        api.webhooks.backlogs.add(new WebhookBacklog("p2", 7, 1L, NOW, NOW, 1L, List.of(oldest), 0L, false));

        assertThat(webhook.status().json().has("isolated"))
                .as("nothing was accepted since")
                .isFalse();
        webhook.report(endpoint(EndpointStatus.HEALTHY).setLastAccepted(NOW + 1));
        JsonNode status = webhook.status().json();
        assertThat(status.path("isolated").asLong()).isEqualTo(801);
        assertThat(status.path("isolatedRecords")).hasSize(20);
        assertThat(status.path("isolatedRecords").get(0))
                .hasToString("{\"companyId\":8,\"locationId\":8,\"barcode\":\"4001\","
                        + "\"since\":\"2025-12-31T23:59:00.000Z\",\"attempts\":14,"
                        + "\"lastOutcome\":\"failed (status 500)\"}");
    }

    @Test
    void D26_a_suspended_webhook_shows_why() {
        webhook.report(endpoint(EndpointStatus.SUSPENDED)
                .setSuspension("the endpoint answered 410")
                .setSince(NOW - 1_000));
        JsonNode status = webhook.status().json();
        assertThat(status.path("since").asText()).isEqualTo("2025-12-31T23:59:59.000Z");
        assertThat(status.has("suspendsAt")).isFalse();
        assertThat(status.path("state").asText()).isEqualTo("suspended");
        assertThat(status.path("suspendedBecause").asText()).isEqualTo("the endpoint answered 410");
    }

    @Test
    void the_last_success_is_the_latest_known_for_this_URL() {
        webhook.log(attempt(1_000, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED));
        webhook.log(attempt(5_000, AttemptKind.CHANGES, AttemptOutcome.FAILED));
        webhook.log(attempt(6_000, AttemptKind.PING, AttemptOutcome.ACCEPTED));
        webhook.log(attempt(7_000, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED).setUrl("https://before.example/"));
        assertThat(webhook.status().json().path("lastSuccess").asText()).isEqualTo("2026-01-01T00:00:01.012Z");
        webhook.report(endpoint(EndpointStatus.HEALTHY).setLastAccepted(NOW + 2_000));
        assertThat(webhook.status().json().path("lastSuccess").asText()).isEqualTo("2026-01-01T00:00:02.000Z");
    }

    @Test
    void reports_about_another_URL_do_not_count() {
        webhook.report(endpoint(EndpointStatus.SUSPENDED)
                .setUrl("https://before.example/")
                .setSuspension("x"));
        assertThat(webhook.status().json().path("state").asText()).isEqualTo("healthy");
    }

    @Test
    void a_webhook_that_is_off_is_disabled_and_one_held_by_the_operator_is_suspended() {
        webhook.configure(true, false, WebhookControl.newBuilder().build());
        assertThat(webhook.status().json().path("state").asText()).isEqualTo("disabled");
        webhook.configure(
                true, true, WebhookControl.newBuilder().setSuspended(true).build());
        JsonNode held = webhook.status().json();
        assertThat(held.path("state").asText()).isEqualTo("suspended");
        assertThat(held.path("suspendedBecause").asText()).isEqualTo("held by the operator");
    }

    @Test
    void deliveries_are_the_partner_s_own_newest_first() {
        webhook.log(attempt(1, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED));
        webhook.log(attempt(3, AttemptKind.CHANGES, AttemptOutcome.FAILED)
                .setHttpStatus(null)
                .setError("no connection within 15 s"));
        webhook.log(attempt(2, AttemptKind.PING, AttemptOutcome.REFUSED)
                .setHttpStatus(400)
                .setRecords(0));
        webhook.log(attempt(4, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED).setPartnerId("p2"));
        assertThat(api.get(PATH + "/deliveries").body())
                .isEqualTo("{\"deliveries\":["
                        + "{\"time\":\"2026-01-01T00:00:00.003Z\",\"id\":\"msg_3\",\"type\":\"variants.changed\","
                        + "\"outcome\":\"failed\",\"durationMs\":12,\"records\":5,\"removed\":1,"
                        + "\"error\":\"no connection within 15 s\"},"
                        + "{\"time\":\"2026-01-01T00:00:00.002Z\",\"id\":\"msg_2\",\"type\":\"webhook.ping\","
                        + "\"outcome\":\"refused\",\"status\":400,\"durationMs\":12,\"records\":0,\"removed\":1},"
                        + "{\"time\":\"2026-01-01T00:00:00.001Z\",\"id\":\"msg_1\",\"type\":\"variants.changed\","
                        + "\"outcome\":\"accepted\",\"status\":200,\"durationMs\":12,\"records\":5,\"removed\":1}]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/deliveries"})
    void D16_reading_is_for_enabled_partners_with_a_configuration_and_waits_for_what_is_confirmed(String path) {
        int before = api.awaited.get();
        assertThat(api.get(PATH + path).status()).isEqualTo(200);
        assertThat(api.awaited.get()).isGreaterThan(before);
        webhook.configure(false, true, WebhookControl.newBuilder().build());
        api.get(PATH + path).error(ErrorCodes.PARTNER_DISABLED);
        api.configurations.partners.clear();
        api.get(PATH + path).error(ErrorCode.NOT_FOUND);
        assertThat(api.call(api.request(PATH + path)).status()).isEqualTo(401);
    }

    @Test
    void a_delivery_has_its_attempts_with_the_beginning_of_the_response() {
        webhook.log(attempt(1, AttemptKind.CHANGES, AttemptOutcome.FAILED)
                .setError("answered 500")
                .setResponseBody("no such table"));
        webhook.log(attempt(1, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED).setHttpStatus(204));
        webhook.log(attempt(2, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED));
        JsonNode delivery = api.get(PATH + "/deliveries/msg_1").json();
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
                        .setSecretRotatedAt(NOW)
                        .build());
        assertThat(webhook.status().json().path("previousSecretSignsUntil").asText())
                .isEqualTo("2026-01-02T00:00:00.000Z");
        api.now = ApiHarness.NOW.plusSeconds(24 * 60 * 60);
        assertThat(webhook.status().json().has("previousSecretSignsUntil")).isFalse();
    }
}
