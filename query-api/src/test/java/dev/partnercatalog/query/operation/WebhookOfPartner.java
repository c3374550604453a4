package dev.partnercatalog.query.operation;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import java.util.List;

/** An API with a partner whose webhook is enabled, and of which nothing is reported yet. */
final class WebhookOfPartner implements AutoCloseable {

    static final String PATH = "/v1/partner/webhook";
    static final String URL = "https://hooks.example/x";
    static final long NOW = ApiHarness.NOW.toEpochMilli();

    final ApiHarness api = new ApiHarness();

    WebhookOfPartner() {
        configure(true, true, WebhookControl.newBuilder().build());
    }

    void configure(boolean enabled, boolean webhookEnabled, WebhookControl control) {
        configure(enabled, webhookEnabled, control, List.of());
    }

    /** The partner may now read a company. */
    void allow(AllowedCompany company) {
        configure(true, true, WebhookControl.newBuilder().build(), List.of(company));
    }

    private void configure(
            boolean enabled, boolean webhookEnabled, WebhookControl control, List<AllowedCompany> companies) {
        Partner partner = new Partner("p1", "P", enabled, new WebhookSetting(webhookEnabled, URL), companies);
        api.configurations.partners.put(
                "p1",
                PartnerConfig.newBuilder()
                        .setRevision(1)
                        .setPartner(partner)
                        .setWebhookControl(control)
                        .build());
    }

    /** What is reported of the endpoint. */
    void report(WebhookEndpoint.Builder endpoint) {
        api.webhooks.endpoints.put("p1", endpoint.build());
    }

    static WebhookEndpoint.Builder endpoint(EndpointStatus status) {
        return WebhookEndpoint.newBuilder()
                .setPartnerId("p1")
                .setPartition(3)
                .setUrl(URL)
                .setUpdatedAt(NOW)
                .setStatus(status);
    }

    /** Adds an attempt to the log. */
    void log(WebhookAttempt.Builder attempt) {
        api.webhooks.log.add(attempt.build());
    }

    /** An attempt that was answered with 200, this many milliseconds from now. */
    static WebhookAttempt.Builder attempt(int number, AttemptKind kind, AttemptOutcome outcome) {
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

    ApiAnswer status() {
        return api.get(PATH);
    }

    /** Requests an operation that has no parameters. */
    ApiAnswer act(String operation) {
        return api.post(PATH + "/" + operation, "");
    }

    /** What is requested after the last change. */
    WebhookControl control() {
        return api.commands.last().getWebhookControl();
    }

    @Override
    public void close() {
        api.close();
    }
}
