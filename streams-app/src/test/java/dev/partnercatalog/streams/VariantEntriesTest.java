package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Which entries of a variant are written, and which are deleted, because of an event. */
class VariantEntriesTest {

    @AutoClose
    private final TopologyHarness catalog = new TopologyHarness();

    @Test
    void D1_a_barcode_that_bpd_lacks_resolves_to_nothing_until_bpd_has_it() {
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Ours"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
        assertThat(catalog.readResolved()).isEmpty();

        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        assertThat(names(catalog.readResolved())).isEqualTo(Map.of("b", "Canonical", "b/1", "Ours"));
    }

    @Test
    void an_event_that_changes_nothing_writes_nothing() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
        catalog.readResolved();
        catalog.readSkuBarcodes();

        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/never", null);
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "9/b", null);
        assertThat(catalog.readResolved()).isEmpty();
        assertThat(catalog.readSkuBarcodes()).isEmpty();
    }

    @Test
    void an_sku_that_moves_to_another_barcode_unlists_the_old_one() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "old", Events.bpd("old", "Old"));
        catalog.publish(CatalogTopic.BPD_VARIANTS, "new", Events.bpd("new", "New"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "old"));
        catalog.readResolved();
        catalog.readSkuBarcodes();

        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "new"));
        Map<String, @Nullable String> names = names(catalog.readResolved());
        assertThat(names).containsOnlyKeys("old/1", "new/1").containsEntry("old/1", null);
        assertThat(catalog.readSkuBarcodes())
                .singleElement()
                .satisfies(record -> assertThat(record.value().getBarcode()).isEqualTo("new"));
    }

    @Test
    void only_a_companys_first_and_last_listing_write_an_entry() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/a", Events.listing(1, 2, "a", "b"));
        catalog.readResolved();

        catalog.publish(CatalogTopic.LISTINGS, "1/2/z#1", Events.listing(1, 2, "z#1", "b"));
        catalog.publish(CatalogTopic.LISTINGS, "1/3/a", Events.listing(1, 3, "a", "b"));
        catalog.publish(CatalogTopic.LISTINGS, "1/1/a", Events.listing(1, 1, "a", "b"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/a", null);
        catalog.publish(CatalogTopic.LISTINGS, "1/3/a", null);
        catalog.publish(CatalogTopic.LISTINGS, "1/2/z#1", null);
        assertThat(catalog.readResolved()).isEmpty();
        catalog.publish(CatalogTopic.LISTINGS, "1/1/a", null);
        assertThat(catalog.readResolved())
                .extracting(TestRecord::key, TestRecord::value)
                .containsExactly(tuple("b/1", null));
    }

    @Test
    void a_change_of_bpd_writes_an_entry_for_each_company_however_many_locations_list_it() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        for (int company = 1; company <= 20; company++) {
            for (int location = 100; location < 150; location++) {
                catalog.publish(
                        CatalogTopic.LISTINGS,
                        company + "/" + location + "/s",
                        Events.listing(company, location, "s", "b"));
            }
        }
        assertThat(catalog.readResolved()).hasSize(21);
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Renamed"));
        assertThat(catalog.readResolved()).hasSize(21);
    }

    private static Map<String, @Nullable String> names(List<TestRecord<String, ResolvedVariant>> records) {
        Map<String, @Nullable String> names = new HashMap<>();
        for (TestRecord<String, ResolvedVariant> record : records) {
            ResolvedVariant variant = record.value();
            names.put(record.key(), variant == null ? null : variant.getName());
        }
        return names;
    }
}
