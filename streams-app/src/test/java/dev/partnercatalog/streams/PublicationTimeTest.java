package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How the time of an event reaches the records written because of it. */
class PublicationTimeTest {

    private final Instant now = Instant.now().minusSeconds(20).truncatedTo(ChronoUnit.MILLIS);
    private final Instant later = now.plusSeconds(7);

    @AutoClose
    private final TopologyHarness catalog = new TopologyHarness();

    @Test
    void each_entry_carries_the_time_of_the_event_that_changed_it() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"), now);
        assertThat(times(catalog.readResolved())).containsExactly(time(now));

        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Ours"), later);
        catalog.publish(CatalogTopic.LOCATION_ATTRIBUTES, "1/2/b", Events.attributes(1, 2L, "b", "Here"), later);
        assertThat(times(catalog.readResolved())).hasSize(2).containsOnly(time(later));

        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical at last"), now);
        assertThat(times(catalog.readResolved()))
                .as("the entry that holds everywhere; the others have names of their own, but other sources")
                .isNotEmpty()
                .containsOnly(time(now));
    }

    @Test
    void a_listing_that_moves_passes_on_its_time_to_both_barcodes() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "a", Events.bpd("a", "A"), now);
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), now);
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "a"), now);
        catalog.readResolved();
        catalog.readSkuBarcodes();

        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"), later);
        List<TestRecord<String, ResolvedVariant>> moved = catalog.readResolved();
        assertThat(moved).extracting(TestRecord::key).containsExactlyInAnyOrder("a/1", "b/1");
        assertThat(times(moved)).containsOnly(time(later));
        assertThat(catalog.readSkuBarcodes())
                .singleElement()
                .satisfies(record ->
                        assertThat(PublicationTime.of(record.headers())).isEqualTo(time(later)));
    }

    @Test
    void other_headers_of_upstream_are_not_passed_on() {
        Headers headers = new RecordHeaders().add("x-large", new byte[10_000]).add("event-time", new byte[8]);
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), now, headers);
        assertThat(catalog.readResolved().get(0).headers().toArray())
                .extracting(header -> header.key())
                .containsExactly("event-time");
    }

    @Test
    void the_age_of_events_when_their_entries_are_written_is_measured_once_per_event_that_changes_something() {
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"), now.minusSeconds(10));
        catalog.publish(CatalogTopic.LISTINGS, "1/3/s", Events.listing(1, 3, "s", "b"), now.minusSeconds(10));
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), now.minusSeconds(10));
        assertThat(catalog.readResolved()).hasSize(2);
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "B"), now.minusSeconds(10));
        catalog.publish(CatalogTopic.BPD_VARIANTS, "old", Events.bpd("old", "Old"), Instant.EPOCH);
        assertThat(catalog.resolved().count()).isEqualTo(2);
        assertThat(catalog.resolved().max(TimeUnit.SECONDS)).isGreaterThanOrEqualTo(10);
    }

    private static PublicationTime time(Instant at) {
        return new PublicationTime(at.toEpochMilli());
    }

    private static <T> List<PublicationTime> times(List<TestRecord<String, T>> records) {
        return records.stream()
                .map(record -> PublicationTime.of(record.headers()))
                .toList();
    }
}
