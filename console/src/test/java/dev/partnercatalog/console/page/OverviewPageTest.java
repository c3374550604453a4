package dev.partnercatalog.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.Flow;
import dev.partnercatalog.console.live.Observation.Sight;
import dev.partnercatalog.schemas.topic.CatalogTopic;
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
                        "marks of the resolver");
    }

    @Test
    void where_nothing_was_written_the_bound_is_exact() {
        assertThat(page(Map.of(CatalogTopic.RESOLVED_VARIANTS, 0.0), 0))
                .contains("<dt>resolved-variants</dt><dd>0/s</dd>", "No dead letters");
    }

    private static String page(Map<CatalogTopic, Double> rates, long deadLetters) {
        List<Flow.Group> groups = Stream.of("streams-app", "query-api", "webhook-sink")
                .map(application -> new Flow.Group(application, "Stable", 1, 1, Map.of()))
                .toList();
        Sight sight = new Sight(new Flow(NOON, rates, groups, deadLetters), null, null);
        Visitor visitor = new Visitor(null, false);
        return Layout.render(OverviewPage.of(sight, List.of(), null), visitor, null, List.of());
    }
}
