package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.Violation;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookOperationsTest {

    private static final String PATH = "/v1/partner/webhook";
    private static final String URL = "https://hooks.example/x";
    private static final long NOW = ApiHarness.NOW.toEpochMilli();

    private final ApiHarness api = new ApiHarness();

    @BeforeEach
    void partner() {
        configure(true, true, WebhookControl.newBuilder().build());
    }

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void a_webhook_without_reports_is_healthy_and_nothing_is_pending() {
        assertThat(api.get(PATH).body())
                .isEqualTo("{\"url\":\"" + URL + "\",\"enabled\":true,\"state\":\"healthy\",\"due\":0}");
    }

    @Test
    void D26_a_webhook_that_backs_off_shows_until_when_since_when_and_why() {
        api.webhooks.endpoints.put(
                "p1",
                endpoint(EndpointStatus.BACKING_OFF)
                        .setFailures(3)
                        .setSince(NOW - 60_000)
                        .setFailingSince(NOW - 60_000)
                        .setBackingOffUntil(NOW + 1_500)
                        .setSuspendsAt(NOW + 432_000_000 - 60_000)
                        .setLastFailure("answered 500")
                        .setLastAccepted(NOW - 61_000)
                        .build());
        api.webhooks.backlogs.add(new WebhookBacklog("p1", 0, 3L, NOW - 5_000, NOW));
        api.webhooks.backlogs.add(new WebhookBacklog("p1", 7, 4L, NOW - 9_000, NOW));
        api.webhooks.backlogs.add(new WebhookBacklog("p1", 8, 0L, null, NOW));
        api.webhooks.backlogs.add(new WebhookBacklog("p2", 8, 50L, NOW - 99_000, NOW));
        assertThat(api.get(PATH).body())
                .isEqualTo(
                        "{\"url\":\"" + URL + "\",\"enabled\":true,\"state\":\"backing-off\","
                                + "\"since\":\"2025-12-31T23:59:00.000Z\",\"backingOffUntil\":\"2026-01-01T00:00:01.500Z\","
                                + "\"suspendsAt\":\"2026-01-05T23:59:00.000Z\",\"failingSince\":\"2025-12-31T23:59:00.000Z\","
                                + "\"lastFailure\":\"answered 500\",\"lastSuccess\":\"2025-12-31T23:58:59.000Z\",\"due\":7,\"oldestDue\":\"2025-12-31T23:59:51.000Z\"}");
    }

    @Test
    void D26_a_suspended_webhook_shows_why() {
        api.webhooks.endpoints.put(
                "p1",
                endpoint(EndpointStatus.SUSPENDED)
                        .setSuspension("the endpoint answered 410")
                        .setSince(NOW - 1_000)
                        .build());
        JsonNode status = api.get(PATH).json();
        assertThat(status.path("since").asText()).isEqualTo("2025-12-31T23:59:59.000Z");
        assertThat(status.has("suspendsAt")).isFalse();
        assertThat(status.path("state").asText()).isEqualTo("suspended");
        assertThat(status.path("suspendedBecause").asText()).isEqualTo("the endpoint answered 410");
    }

    @Test
    void the_last_success_is_the_latest_known_for_this_URL() {
        api.webhooks.log.add(
                attempt(1_000, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED).build());
        api.webhooks.log.add(
                attempt(5_000, AttemptKind.CHANGES, AttemptOutcome.FAILED).build());
        api.webhooks.log.add(
                attempt(6_000, AttemptKind.PING, AttemptOutcome.ACCEPTED).build());
        api.webhooks.log.add(attempt(7_000, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED)
                .setUrl("https://before.example/")
                .build());
        assertThat(api.get(PATH).json().path("lastSuccess").asText()).isEqualTo("2026-01-01T00:00:01.012Z");
        api.webhooks.endpoints.put(
                "p1",
                endpoint(EndpointStatus.HEALTHY).setLastAccepted(NOW + 2_000).build());
        assertThat(api.get(PATH).json().path("lastSuccess").asText()).isEqualTo("2026-01-01T00:00:02.000Z");
    }

    @Test
    void reports_about_another_URL_do_not_count() {
        api.webhooks.endpoints.put(
                "p1",
                endpoint(EndpointStatus.SUSPENDED)
                        .setUrl("https://before.example/")
                        .setSuspension("x")
                        .build());
        assertThat(api.get(PATH).json().path("state").asText()).isEqualTo("healthy");
    }

    @Test
    void a_webhook_that_is_off_is_disabled_and_one_held_by_the_operator_is_suspended() {
        configure(true, false, WebhookControl.newBuilder().build());
        assertThat(api.get(PATH).json().path("state").asText()).isEqualTo("disabled");
        configure(true, true, WebhookControl.newBuilder().setSuspended(true).build());
        JsonNode held = api.get(PATH).json();
        assertThat(held.path("state").asText()).isEqualTo("suspended");
        assertThat(held.path("suspendedBecause").asText()).isEqualTo("held by the operator");
    }

    @Test
    void deliveries_are_the_partner_s_own_newest_first() {
        api.webhooks.log.add(
                attempt(1, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED).build());
        api.webhooks.log.add(attempt(3, AttemptKind.CHANGES, AttemptOutcome.FAILED)
                .setHttpStatus(null)
                .setError("no connection within 15 s")
                .build());
        api.webhooks.log.add(attempt(2, AttemptKind.PING, AttemptOutcome.REFUSED)
                .setHttpStatus(400)
                .setRecords(0)
                .build());
        api.webhooks.log.add(attempt(4, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED)
                .setPartnerId("p2")
                .build());
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

    @Test
    void a_ping_returns_the_resulting_attempt() {
        api.webhooks.log.add(
                attempt(1, AttemptKind.PING, AttemptOutcome.ACCEPTED).setPing(0).build());
        api.webhooks.log.add(
                attempt(5, AttemptKind.PING, AttemptOutcome.FAILED).setPing(1).build());
        JsonNode ping = act("ping").json();
        assertThat(action()).isEqualTo(WebhookAction.PING);
        assertThat(ping.path("accepted").asBoolean()).isFalse();
        assertThat(ping.at("/attempt/id").asText()).isEqualTo("msg_5");
    }

    @Test
    void D20_a_ping_that_nobody_sends_is_503() {
        act("ping").error(ErrorCode.CATALOG_UNAVAILABLE);
    }

    @Test
    void no_ping_is_waited_for_if_none_is_sent() {
        configure(true, false, WebhookControl.newBuilder().build());
        JsonNode off = act("ping").error(ErrorCode.CHANGE_NOT_ALLOWED);
        assertThat(off.at("/body/violations/0/field").asText()).isEqualTo("webhook.enabled");
        configure(true, true, WebhookControl.newBuilder().setSuspended(true).build());
        act("ping").error(ErrorCode.CHANGE_NOT_ALLOWED);
        assertThat(api.commands.received).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"resume, RESUME", "resync, RESYNC"})
    void resuming_and_resyncing_are_commands_and_return_the_status_of_the_webhook(
            String operation, WebhookAction action) {
        ApiHarness.Answer answer = act(operation);
        assertThat(answer.body()).isEqualTo(api.get(PATH).body());
        assertThat(action()).isEqualTo(action);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|",
                "{\"companyId\": null}|",
                "{\"companyId\": 1}|1 null null",
                "{\"companyId\": 1, \"locationId\": 1}|1 1 null",
                "{\"companyId\": 1, \"locationId\": 11, \"barcode\": \"b\", \"more\": 5}|1 11 b"
            })
    void D32_a_part_can_be_requested_again(String body, @Nullable String expected) {
        allow();
        assertThat(api.post(PATH + "/resync", body).status()).isEqualTo(200);
        ResyncScope scope = ((ControlWebhook) api.commands.last().getChange()).getScope();
        assertThat(scope == null ? null : scope.getCompanyId() + " " + scope.getLocationId() + " " + scope.getBarcode())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"companyId\": \"1\"}|companyId|whole number",
                "{\"companyId\": 0}|companyId|whole number",
                "{\"companyId\": 9007199254740992}|companyId|whole number",
                "{\"companyId\": 1e3}|companyId|whole number",
                "{\"locationId\": 11}|companyId|required with locationId",
                "{\"companyId\": 1, \"barcode\": \"b\"}|locationId|required with barcode",
                "{\"companyId\": 1, \"locationId\": 11, \"barcode\": \"a b\"}|barcode|expected a barcode",
                "{\"companyId\": 1, \"locationId\": 11, \"barcode\": 5}|barcode|expected a barcode"
            })
    void D32_a_malformed_part_is_refused_with_the_field_at_fault(String body, String field, String problem) {
        allow();
        JsonNode error = api.post(PATH + "/resync", body).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.toString()).contains("\"" + field + "\"", problem);
        assertThat(api.commands.received).isEmpty();
    }

    @Test
    void D32_a_part_that_the_partner_may_not_see_is_refused() {
        allow();
        api.post(PATH + "/resync", "{\"companyId\": 2}").error(ErrorCode.COMPANY_NOT_ALLOWED);
        api.post(PATH + "/resync", "{\"companyId\": 1, \"locationId\": 12}").error(ErrorCode.LOCATION_NOT_ALLOWED);
        assertThat(api.commands.received).isEmpty();
    }

    private void allow() {
        Partner partner = new Partner(
                "p1",
                "P",
                true,
                new WebhookSetting(true, URL),
                List.of(new AllowedCompany(
                        "1",
                        "C",
                        "x",
                        "y",
                        new AllowedFields(false, false, false, false),
                        List.of(new AllowedLocation("11", "L", "z")))));
        api.configurations.partners.put(
                "p1",
                PartnerConfig.newBuilder().setRevision(1).setPartner(partner).build());
    }

    @Test
    void D18_a_webhook_held_by_the_operator_cannot_be_resumed_by_its_partner() {
        api.commands.refuse(RefusalCode.CHANGE_NOT_ALLOWED, new Violation("webhook", "is held by the operator"));
        JsonNode error = act("resume").error(ErrorCode.CHANGE_NOT_ALLOWED);
        assertThat(error.path("suggestion").asText()).contains("operator");
    }

    @Test
    void D27_a_rotation_shows_the_new_secret_and_how_long_the_previous_one_also_signs() {
        ApiHarness.Answer answer = act("rotate-secret");
        assertThat(action()).isEqualTo(WebhookAction.ROTATE_SECRET);
        assertThat(answer.json().path("secret").asText()).isEqualTo(ApiHarness.MASTER_KEY.webhookSecret("p1", 1));
        assertThat(answer.json().path("previousSecretSignsUntil").asText()).isEqualTo("2026-01-02T00:00:00.000Z");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void an_idempotency_key_is_sent_along_with_every_operation_that_changes_something() {
        for (String operation : List.of("resume", "resync", "rotate-secret")) {
            api.call(api.request(PATH + "/" + operation)
                    .header("Authorization", ApiHarness.bearer())
                    .header("Idempotency-Key", operation)
                    .post(ApiHarness.json("")));
            assertThat(api.commands.last().getIdempotencyKey()).isEqualTo(operation);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/deliveries"})
    void D16_reading_is_for_enabled_partners_with_a_configuration_and_waits_for_what_is_confirmed(String path) {
        int before = api.awaited.get();
        assertThat(api.get(PATH + path).status()).isEqualTo(200);
        assertThat(api.awaited.get()).isGreaterThan(before);
        configure(false, true, WebhookControl.newBuilder().build());
        api.get(PATH + path).error(ErrorCode.PARTNER_DISABLED);
        api.configurations.partners.clear();
        api.get(PATH + path).error(ErrorCode.NOT_FOUND);
        assertThat(api.call(api.request(PATH + path)).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping", "resume", "resync", "rotate-secret"})
    void D16_acting_is_for_enabled_partners_with_a_configuration(String operation) {
        configure(false, true, WebhookControl.newBuilder().build());
        act(operation).error(ErrorCode.PARTNER_DISABLED);
        api.configurations.partners.clear();
        act(operation).error(ErrorCode.NOT_FOUND);
        assertThat(api.commands.received).isEmpty();
    }

    private ApiHarness.Answer act(String operation) {
        return api.post(PATH + "/" + operation, "");
    }

    private WebhookAction action() {
        return ((ControlWebhook) api.commands.last().getChange()).getAction();
    }

    private void configure(boolean enabled, boolean webhookEnabled, WebhookControl control) {
        Partner partner = new Partner("p1", "P", enabled, new WebhookSetting(webhookEnabled, URL), List.of());
        api.configurations.partners.put(
                "p1",
                PartnerConfig.newBuilder()
                        .setRevision(1)
                        .setPartner(partner)
                        .setWebhookControl(Objects.requireNonNull(control))
                        .build());
    }

    private static WebhookEndpoint.Builder endpoint(EndpointStatus status) {
        return WebhookEndpoint.newBuilder()
                .setPartnerId("p1")
                .setUrl(URL)
                .setUpdatedAt(NOW)
                .setStatus(status);
    }

    private static WebhookAttempt.Builder attempt(int number, AttemptKind kind, AttemptOutcome outcome) {
        return WebhookAttempt.newBuilder()
                .setPartnerId("p1")
                .setUrl(URL)
                .setAt(NOW + number)
                .setWebhookId("msg_" + number)
                .setKind(kind)
                .setOutcome(outcome)
                .setHttpStatus(200)
                .setDurationMs(12)
                .setRecords(5)
                .setRemoved(1);
    }
}
