package dev.partnercatalog.query.operation;

import static dev.partnercatalog.query.operation.WebhookOfPartner.PATH;
import static dev.partnercatalog.query.operation.WebhookOfPartner.attempt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.http.ErrorCode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a partner can have done with its webhook. */
class WebhookOperationsTest {

    private static final AllowedCompany COMPANY = new AllowedCompany(
            "1",
            "C",
            "x",
            "y",
            new AllowedFields(false, false, false, false),
            List.of(new AllowedLocation("11", "L", "z")));

    @AutoClose
    private final WebhookOfPartner webhook = new WebhookOfPartner();
    private final ApiHarness api = webhook.api;

    @Test
    void a_ping_returns_the_resulting_attempt() {
        webhook.log(attempt(1, AttemptKind.PING, AttemptOutcome.ACCEPTED).setPing(0));
        webhook.log(attempt(5, AttemptKind.PING, AttemptOutcome.FAILED).setPing(1));
        JsonNode ping = webhook.act("ping").json();
        assertThat(webhook.control().getPings()).isEqualTo(1);
        assertThat(ping.path("accepted").asBoolean()).isFalse();
        assertThat(ping.at("/attempt/id").asText()).isEqualTo("msg_5");
    }

    @Test
    void D20_a_ping_that_nobody_sends_is_503() {
        webhook.act("ping").error(ErrorCode.CATALOG_UNAVAILABLE);
    }

    @Test
    void no_ping_is_waited_for_if_none_is_sent() {
        webhook.configure(true, false, WebhookControl.newBuilder().build());
        JsonNode off = webhook.act("ping").error(ErrorCodes.CHANGE_NOT_ALLOWED);
        assertThat(off.at("/body/violations/0/field").asText()).isEqualTo("webhook.enabled");
        webhook.configure(
                true, true, WebhookControl.newBuilder().setSuspended(true).build());
        webhook.act("ping").error(ErrorCodes.CHANGE_NOT_ALLOWED);
        assertThat(api.commands.made).isEmpty();
    }

    @Test
    void a_resume_returns_the_state_that_it_made_and_not_the_one_before() {
        webhook.configure(true, true, WebhookControl.newBuilder().setResumes(1).build());
        webhook.report(WebhookOfPartner.endpoint(EndpointStatus.SUSPENDED));
        CompletableFuture<ApiAnswer> answer = CompletableFuture.supplyAsync(() -> webhook.act("resume"));
        await().until(() -> !api.commands.made.isEmpty());
        webhook.report(WebhookOfPartner.endpoint(EndpointStatus.HEALTHY).setAppliedResumes(1));
        assertThat(answer.join().json().path("state").asText()).isEqualTo("healthy");
    }

    @ParameterizedTest
    @CsvSource({"resume, 1, 0", "resync, 0, 1"})
    void resuming_and_resyncing_are_counted_and_return_the_status_of_the_webhook(
            String operation, long resumes, long resyncs) {
        ApiAnswer answer = webhook.act(operation);
        assertThat(answer.body()).isEqualTo(webhook.status().body());
        assertThat(webhook.control().getResumes()).isEqualTo(resumes);
        assertThat(webhook.control().getResyncs()).isEqualTo(resyncs);
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
        webhook.allow(COMPANY);
        assertThat(api.post(PATH + "/resync", body).status()).isEqualTo(200);
        WebhookControl control = webhook.control();
        assertThat(control.getResyncs()).isEqualTo(expected == null ? 1 : 0);
        assertThat(control.getScopedResyncs())
                .extracting(part -> part.getScope().getCompanyId() + " "
                        + part.getScope().getLocationId() + " "
                        + part.getScope().getBarcode())
                .isEqualTo(expected == null ? List.of() : List.of(expected));
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
        webhook.allow(COMPANY);
        JsonNode error = api.post(PATH + "/resync", body).error(ErrorCode.INVALID_REQUEST);
        assertThat(error.toString()).contains("\"" + field + "\"", problem);
        assertThat(api.commands.made).isEmpty();
    }

    @Test
    void D32_a_part_that_the_partner_may_not_see_is_refused() {
        webhook.allow(COMPANY);
        api.post(PATH + "/resync", "{\"companyId\": 2}").error(ErrorCodes.COMPANY_NOT_ALLOWED);
        api.post(PATH + "/resync", "{\"companyId\": 1, \"locationId\": 12}").error(ErrorCodes.LOCATION_NOT_ALLOWED);
        assertThat(api.commands.made).isEmpty();
    }

    @Test
    void D18_a_webhook_held_by_the_operator_cannot_be_resumed_by_its_partner() {
        webhook.configure(
                true, true, WebhookControl.newBuilder().setSuspended(true).build());
        JsonNode error = webhook.act("resume").error(ErrorCodes.CHANGE_NOT_ALLOWED);
        assertThat(error.path("suggestion").asText()).contains("operator");
    }

    @Test
    void D27_a_rotation_shows_the_new_secret_and_how_long_the_previous_one_also_signs() {
        ApiAnswer answer = webhook.act("rotate-secret");
        assertThat(webhook.control().getSecretGeneration()).isEqualTo(1);
        assertThat(answer.json().path("secret").asText()).isEqualTo(ApiHarness.MASTER_KEY.webhookSecret("p1", 1));
        assertThat(answer.json().path("previousSecretSignsUntil").asText()).isEqualTo("2026-01-02T00:00:00.000Z");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ping", "resume", "resync", "rotate-secret"})
    void D16_acting_is_for_enabled_partners_with_a_configuration(String operation) {
        webhook.configure(false, true, WebhookControl.newBuilder().build());
        webhook.act(operation).error(ErrorCodes.PARTNER_DISABLED);
        api.configurations.partners.clear();
        webhook.act(operation).error(ErrorCode.NOT_FOUND);
        assertThat(api.commands.made).isEmpty();
    }
}
