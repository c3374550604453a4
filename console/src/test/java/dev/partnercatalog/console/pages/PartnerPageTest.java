package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.Role;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.HttpHeader;
import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookExchange;
import dev.partnercatalog.runtime.configuration.LastSuccess;
import dev.partnercatalog.runtime.socket.ClosedConnection;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartnerPageTest {

    private static final Visitor ACTOR = new Visitor("alice", Role.ACT, "token", true);

    @Test
    void many_companies_are_folded_bounded_and_searched() {
        assertThat(page("", ""))
                .contains("<details class=\"all\"><summary>400 companies</summary>", "and 350 more")
                .doesNotContain("Company 400,");
        assertThat(page("SHOP 39", ""))
                .contains("<details class=\"all\" open=\"\">", "11 match.", "Company 39,", "Company 399,")
                .doesNotContain("Company 1,");
    }

    @Test
    void only_one_button_is_the_main_one() {
        assertThat(page("", "").split("<button type=\"submit\">", -1))
                .as("to sign out, and the main one")
                .hasSize(3);
    }

    @Test
    void a_retry_on_a_kept_connection_is_no_failure() {
        assertThat(page("", "can't be reached: refused")).contains("<span class=\"badge bad\">", "failed</span>");
        assertThat(page("", ClosedConnection.ERROR))
                .contains("retried</span>")
                .doesNotContain("<span class=\"badge bad\">");
    }

    @Test
    void D27_a_partner_without_a_client_is_shown_to_wait_for_one() {
        assertThat(page(ACTOR, "", "", List.of(), false))
                .contains(
                        "held until the partner has an API client",
                        "client create --partner-id p",
                        "href=\"/docs/incidents#webhook-held\"");
        assertThat(page("", "")).doesNotContain("held until", "client create");
    }

    @Test
    void D37_records_that_were_not_accepted_alone_are_named() {
        WebhookBacklog backlog = new WebhookBacklog(
                "p",
                0,
                30L,
                0L,
                0L,
                25L,
                List.of(new IsolatedRecord(7L, 70L, "4<1", 0L, 14, "failed (status 500)")),
                0L);
        assertThat(page(ACTOR, "", "", List.of(), true, List.of(backlog)))
                .contains("<h2>Isolated records</h2>", "25 not accepted", "<code>4&lt;1</code>", "failed (status 500)")
                .contains("href=\"/docs/incidents#webhooks-behind\"");
        assertThat(page("", "")).doesNotContain("Isolated records");
    }

    @Test
    void a_delivery_unfolds_to_its_request_and_its_response() {
        assertThat(page(ACTOR, "", "", List.of(exchange("msg_1", 503))))
                .contains(
                        "<summary>Request and response</summary>",
                        "<pre>webhook-id: msg_1\n\n{&quot;type&quot;:1}</pre>",
                        "Response, status 503",
                        "<pre>Retry-After: 5\n\nbusy</pre>");
        assertThat(page(ACTOR, "", "", List.of(exchange("msg_1", null))))
                .contains("No response")
                .doesNotContain("Response, status");
        assertThat(page(ACTOR, "", "", List.of(exchange("msg_2", 503))))
                .as("of another message")
                .doesNotContain("Request and response");
    }

    @Test
    void only_who_may_act_is_offered_to_send_a_message_again_if_it_has_few_records() {
        WebhookExchange few = exchange("msg_1", 503);
        String link = "<a href=\"/partners/p/repeat?message=msg_1\">Send again</a>";
        assertThat(page(ACTOR, "", "", List.of(few))).contains(link);
        assertThat(page(new Visitor("bob", Role.LOOK, "token", true), "", "", List.of(few)))
                .contains("Request and response")
                .doesNotContain("Send again");
        few.setVariants(List.of());
        assertThat(page(ACTOR, "", "", List.of(few)))
                .contains("too many records to send it again")
                .doesNotContain(link);
    }

    private static WebhookExchange exchange(String webhookId, @Nullable Integer status) {
        return WebhookExchange.newBuilder()
                .setPartnerId("p")
                .setWebhookId(webhookId)
                .setAt(0)
                .setRequestHeaders(List.of(new HttpHeader("webhook-id", webhookId)))
                .setRequestBody("{\"type\":1}")
                .setHttpStatus(status)
                .setResponseHeaders(List.of(new HttpHeader("Retry-After", "5")))
                .setResponseBody("busy")
                .setVariants(List.of(new ResyncScope(7L, 70L, "b")))
                .build();
    }

    private static String page(String search, String error) {
        return page(ACTOR, search, error, List.of(), true);
    }

    private static String page(Visitor visitor, String search, String error, List<WebhookExchange> exchanges) {
        return page(visitor, search, error, exchanges, true);
    }

    private static String page(
            Visitor visitor, String search, String error, List<WebhookExchange> exchanges, boolean hasClient) {
        return page(visitor, search, error, exchanges, hasClient, List.of());
    }

    private static String page(
            Visitor visitor,
            String search,
            String error,
            List<WebhookExchange> exchanges,
            boolean hasClient,
            List<WebhookBacklog> backlogs) {
        List<AllowedCompany> companies = IntStream.rangeClosed(1, 400)
                .mapToObj(id -> new AllowedCompany(
                        Integer.toString(id),
                        "Shop " + id,
                        "cova",
                        "x",
                        new AllowedFields(true, true, true, true),
                        List.of()))
                .toList();
        PartnerConfig config = PartnerConfig.newBuilder()
                .setRevision(1)
                .setPartner(
                        new Partner("p", "P", true, new WebhookSetting(true, "https://partner.example/"), companies))
                .build();
        WebhookAttempt attempt = WebhookAttempt.newBuilder()
                .setPartnerId("p")
                .setUrl("https://partner.example/")
                .setAt(0)
                .setWebhookId("msg_1")
                .setKind(AttemptKind.CHANGES)
                .setOutcome(AttemptOutcome.FAILED)
                .setDurationMs(1)
                .setRecords(1)
                .setError(error)
                .build();
        PartnerPage page = new PartnerPage(
                config,
                WebhookStatus.of(config, hasClient, null, backlogs, new LastSuccess()),
                List.of(),
                List.of(attempt),
                exchanges,
                List.of(),
                search);
        return Layout.render(page.page(visitor), visitor, null, List.of());
    }
}
