package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.variant.RecordedLayers;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RecordedLayersTest {

    private static final Scope LOCATION = Scope.of(1, 2);

    @AutoClose
    private final TopologyHarness catalog = new TopologyHarness();

    @Test
    void a_companys_listing_of_a_variant_takes_no_bytes() {
        publishEveryKindOfLayer();
        List<byte[]> rows = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> all = catalog.layersStore().all()) {
            all.forEachRemaining(row -> rows.add(row.value));
        }
        assertThat(rows).filteredOn(row -> row.length == 0).hasSize(1);
    }

    @Test
    void D1_a_scope_has_its_own_layers_and_those_below_it() {
        publishEveryKindOfLayer();
        RecordedLayers recorded = recorded("b");
        assertThat(recorded.isInBpd()).isTrue();
        assertThat(names(recorded.at(LOCATION))).containsExactly("Canonical", "Override", "At the company", "Here");
        assertThat(names(recorded.at(new Scope.Company(1))))
                .containsExactly("Canonical", "Override", "At the company", "none");
        assertThat(names(recorded.at(Scope.of(1, 22))))
                .containsExactly("Canonical", "Override", "At the company", "none");
        assertThat(names(recorded.at(Scope.of(11, 2)))).containsExactly("Canonical", "none", "none", "none");
    }

    @Test
    void what_resolves_from_the_recorded_layers_is_the_entry() {
        publishEveryKindOfLayer();
        List<ResolvedVariant> here = catalog.readResolved().stream()
                .map(TestRecord::value)
                .filter(entry -> Long.valueOf(LOCATION.locationId()).equals(entry.getLocationId()))
                .toList();
        assertThat(here).isNotEmpty();
        assertThat(recorded("b").at(LOCATION).resolve()).isEqualTo(VariantRecords.entry(here.get(here.size() - 1)));
    }

    @Test
    void D1_layers_of_a_barcode_that_bpd_lacks_are_returned_nevertheless() {
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Override"));
        catalog.publish(CatalogTopic.BPD_VARIANTS, "bb", Events.bpd("bb", "Another"));
        assertThat(recorded("b").isInBpd()).isFalse();
        assertThat(names(recorded("b").at(LOCATION))).containsExactly("none", "Override", "none", "none");
    }

    @Test
    void a_barcode_that_begins_like_another_has_none_of_its_layers() {
        assertThat(RecordedLayers.isOf("b", "b/")).isTrue();
        assertThat(RecordedLayers.isOf("b", "b/1/2/#attributes")).isTrue();
        assertThat(RecordedLayers.isOf("b", "bb/")).isFalse();
    }

    private RecordedLayers recorded(String barcode) {
        return new RecordedLayers(barcode, catalog.layersStore()::get);
    }

    private void publishEveryKindOfLayer() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Override"));
        catalog.publish(CatalogTopic.COMPANY_ATTRIBUTES, "1/b", Events.attributes(1, null, "b", "At the company"));
        catalog.publish(CatalogTopic.LOCATION_ATTRIBUTES, "1/2/b", Events.attributes(1, 2L, "b", "Here"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/t", Events.listing(1, 2, "t", "b"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
    }

    /** The name in each layer, lowest first. */
    private static List<String> names(VariantLayers layers) {
        List<String> names = new ArrayList<>();
        layers.candidates(VariantField.NAME, AllowedFields.ALL)
                .forEach(candidate -> names.add(0, candidate.value() == null ? "none" : (String) candidate.value()));
        return names;
    }
}
