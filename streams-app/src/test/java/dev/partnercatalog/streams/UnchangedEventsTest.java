package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.UnchangedEvent;
import dev.partnercatalog.runtime.trace.EventPosition;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.TestOutputTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the resolver writes about events that change nothing. */
class UnchangedEventsTest {

    private static final String LISTING_KEY = "1/2/s";

    private final TopologyHarness catalog = new TopologyHarness();
    private final TestOutputTopic<String, UnchangedEvent> unchanged =
            catalog.output(CatalogTopic.UNCHANGED_EVENTS, UnchangedEvent.class);

    @AfterEach
    void close() {
        catalog.close();
    }

    @Test
    void an_event_that_asks_is_named_by_its_position_if_it_changes_nothing() {
        ask(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        assertThat(unchanged.isEmpty()).isTrue();

        ask(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));

        assertThat(unchanged.readKeyValuesToList()).singleElement().satisfies(written -> {
            assertThat(written.key).isEqualTo("catalog.bpd-variants-0");
            assertThat(written.value).isEqualTo(new UnchangedEvent("catalog.bpd-variants", 0, 1L));
        });
    }

    @Test
    void nothing_is_written_about_an_event_that_doesnt_ask() {
        for (int i = 0; i < 2; i++) {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
            catalog.publish(CatalogTopic.LISTINGS, LISTING_KEY, Events.listing(1, 2, "s", "b"));
            catalog.publish(CatalogTopic.PARTNERS, "p", Partners.partner());
            catalog.publish(CatalogTopic.PARTNERS, "q", null);
            catalog.publish(CatalogTopic.LISTINGS, "1/2/none", null);
        }

        assertThat(unchanged.isEmpty()).isTrue();
    }

    @Test
    void an_sku_that_moves_changes_something_even_if_its_company_lists_both_barcodes_already() {
        catalog.publish(CatalogTopic.LISTINGS, "1/2/a", Events.listing(1, 2, "a", "a"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/b", Events.listing(1, 2, "b", "b"));
        catalog.publish(CatalogTopic.LISTINGS, LISTING_KEY, Events.listing(1, 2, "s", "a"));

        ask(CatalogTopic.LISTINGS, LISTING_KEY, Events.listing(1, 2, "s", "b"));
        assertThat(unchanged.isEmpty()).isTrue();

        ask(CatalogTopic.LISTINGS, LISTING_KEY, Events.listing(1, 2, "s", "b"));
        assertThat(unchanged.readValuesToList()).containsExactly(new UnchangedEvent("catalog.listings", 0, 4L));
    }

    private void ask(CatalogTopic topic, String key, SpecificRecord value) {
        Headers headers = new RecordHeaders();
        EventPosition.ask(headers);
        catalog.publish(topic, key, value, Instant.now(), headers);
    }
}
