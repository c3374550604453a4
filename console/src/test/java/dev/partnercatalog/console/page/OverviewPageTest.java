package dev.partnercatalog.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.Flow;
import dev.partnercatalog.console.live.Observation.Sight;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OverviewPageTest {

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
                        "at most 7 dead letters",
                        "markers of the resolver");
    }

    @Test
    void where_nothing_was_written_the_bound_is_exact() {
        assertThat(page(Map.of(CatalogTopic.RESOLVED_VARIANTS, 0.0), 0))
                .contains("<dt>resolved-variants</dt><dd>0/s</dd>", "No dead letters");
    }

    @Test
    void a_record_that_can_not_be_read_is_named_with_what_removes_it() {
        UnreadableRecord record = new UnreadableRecord(
                CatalogTopic.PARTNER_CONFIGS, 3, 881, "p\u0007".getBytes(StandardCharsets.UTF_8), "it has no bytes");
        assertThat(page(Map.of(), 0, List.of(record)))
                .contains("partner-configs 3-881, key p\\u0007: it has no bytes")
                .contains("./catalog topic remove partner-configs --partition 3 --offset 881");
    }

    private static String page(Map<CatalogTopic, Double> rates, long deadLetters) {
        return page(rates, deadLetters, List.of());
    }

    private static String page(Map<CatalogTopic, Double> rates, long deadLetters, List<UnreadableRecord> unreadable) {
        List<Flow.Group> groups = Stream.of("streams-app", "query-api", "webhook-sink")
                .map(application -> new Flow.Group(application, "Stable", 1, 1, Map.of()))
                .toList();
        Sight sight = new Sight(new Flow(NOON, rates, groups, deadLetters), null, null);
        Visitor visitor = Visitor.reader(false);
        return Layout.render(OverviewPage.of(sight, List.of(), unreadable, null), visitor, null, List.of());
    }
}
