package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.DeadLetterCounts;
import dev.partnercatalog.console.live.Flow;
import dev.partnercatalog.console.live.Observation.Sight;
import dev.partnercatalog.console.live.TotalsHistory.Totals;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.runtime.configuration.LastSuccess;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OverviewPagesTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    @Test
    void what_is_written_in_transactions_is_shown_as_the_upper_bound_that_it_is() {
        String page = page(
                Map.of(
                        CatalogTopic.BPD_VARIANTS, 12.0,
                        CatalogTopic.RESOLVED_VARIANTS, 12.0,
                        CatalogTopic.SKU_BARCODES, 0.0,
                        CatalogTopic.WEBHOOK_ATTEMPTS, 3.0),
                7);
        assertThat(page)
                .contains(
                        "<dt>bpd-variants</dt><dd>12/s</dd>",
                        "<dt>resolved-variants</dt><dd>≤ 12/s</dd>",
                        "<dt>sku-barcodes</dt><dd>0/s</dd>",
                        "<dt>Attempts</dt><dd>3.0/s</dd>",
                        ">7 dead letters</a>",
                        "markers of the resolver");
    }

    @Test
    void if_nothing_was_written_the_bound_is_exact_and_needs_no_explanation() {
        assertThat(page(Map.of(CatalogTopic.RESOLVED_VARIANTS, 0.0), 0))
                .contains("<dt>resolved-variants</dt><dd>0/s</dd>", "Nothing, as far as the brokers know</span>")
                .doesNotContain("markers of the resolver");
    }

    @Test
    void what_needs_attention_comes_first_and_the_worst_of_it_at_the_top() {
        Flow flow = new Flow(
                NOON,
                Map.of(),
                List.of(
                        new Flow.Group("streams-app", null, 0, 0, Map.of()),
                        new Flow.Group("webhook-sink", "Stable", 1, 1, Map.of())));
        String page = render(flow, new DeadLetterCounts.Count(50_000, false, Map.of()), List.of());
        assertThat(page)
                .containsSubsequence(
                        "Needs attention",
                        "Not running</span> Resolver <a href=\"/docs/incidents#down\"",
                        ">50,000 or more dead letters</a> <a href=\"/docs/incidents#dead-letters\"",
                        "Upstream");
    }

    @Test
    void of_the_query_api_it_is_said_only_where_its_state_is_seen() {
        String page = page(Map.of(), 0);
        assertThat(page)
                .containsSubsequence("Resolved", "Query API", "/internal/ready and /metrics", "Webhook sink")
                .contains("Nothing is waiting for the resolver or the webhook sink.");
        assertThat(page.split("<dt>Lag</dt>", -1)).as("of the two others").hasSize(3);
    }

    @Test
    void the_last_hour_is_drawn_once_there_are_two_measurements() {
        Flow flow = new Flow(NOON, Map.of(), groups());
        Totals then = new Totals(NOON.minusSeconds(60), 3, 0.5, 0);
        assertThat(render(flow, null, List.of(then))).doesNotContain("<svg");
        assertThat(render(flow, null, List.of(then, new Totals(NOON, 5, 1, 0))))
                .contains(
                        "Variants due: from 3 60 s ago to 5 now, at most 5",
                        "Events published per minute: from 30 60 s ago to 60 now, at most 60");
    }

    @Test
    void a_record_that_can_not_be_read_is_named_with_what_removes_it() {
        UnreadableRecord record = new UnreadableRecord(
                CatalogTopic.PARTNER_CONFIGS, 3, 881, "p\u0007".getBytes(StandardCharsets.UTF_8), "it has no bytes");
        assertThat(page(Map.of(), 0, List.of(record)))
                .contains("partner-configs 3-881, key p\\u0007: it has no bytes")
                .contains(
                        "./catalog topic remove partner-configs --partition 3 --offset 881",
                        "/docs/incidents#unreadable-records");
    }

    @Test
    void D27_a_partner_without_a_client_needs_attention_and_the_command_that_creates_one_is_named() {
        PartnerConfig config = PartnerConfig.newBuilder()
                .setRevision(1)
                .setPartner(
                        new Partner("p", "P", true, new WebhookSetting(true, "https://partner.example/"), List.of()))
                .build();
        WebhookStatus status = WebhookStatus.of(config, false, null, List.of(), new LastSuccess());
        assertThat(new Attention(null, List.of(status), List.of(), null).html().toString())
                .contains(
                        "held until the partner has an API client",
                        "client create --partner-id p",
                        "/docs/incidents#webhook-held");
    }

    private static String page(Map<CatalogTopic, Double> rates, long deadLetters) {
        return page(rates, deadLetters, List.of());
    }

    private static String page(Map<CatalogTopic, Double> rates, long deadLetters, List<UnreadableRecord> unreadable) {
        return render(
                new Flow(NOON, rates, groups()),
                new DeadLetterCounts.Count(deadLetters, true, Map.of()),
                unreadable,
                List.of());
    }

    private static List<Flow.Group> groups() {
        return Stream.of("streams-app", "webhook-sink")
                .map(application -> new Flow.Group(application, "Stable", 1, 1, Map.of()))
                .toList();
    }

    private static String render(Flow flow, DeadLetterCounts.@Nullable Count letters, List<Totals> totals) {
        return render(flow, letters, List.of(), totals);
    }

    private static String render(
            Flow flow,
            DeadLetterCounts.@Nullable Count letters,
            List<UnreadableRecord> unreadable,
            List<Totals> totals) {
        Sight sight = new Sight(flow, null, null);
        return Layout.render(
                new OverviewPages.View(sight, List.of(), unreadable, null, letters, totals).page(),
                Visitor.reader(false),
                null,
                List.of());
    }
}
