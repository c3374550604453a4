package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.ListingUpdate;
import dev.partnercatalog.records.Repair;
import dev.partnercatalog.records.RepairMark;
import dev.partnercatalog.records.RepairStep;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the resolver does when an audit doubts one of its rows. */
class RepairTest {

    private static final long LATER = Long.MAX_VALUE;

    @AutoClose
    private final TopologyHarness catalog = new TopologyHarness();

    @BeforeEach
    void publish() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Ours"));
        catalog.publish(CatalogTopic.LOCATION_ATTRIBUTES, "1/2/b", Events.attributes(1, 2L, "b", "Here"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
        readBoth();
    }

    @Test
    void a_look_writes_again_what_follows_from_a_row_even_a_deletion() {
        repair("b", layer(LayerKind.BPD, null, null, "a", RepairStep.LOOK));
        repair("b", layer(LayerKind.OVERRIDE, 1L, null, "a", RepairStep.LOOK));
        repair("b", layer(LayerKind.LISTING, 9L, null, "a", RepairStep.LOOK));
        repair("b", layer(LayerKind.ATTRIBUTES, 1L, 2L, "a", RepairStep.LOOK));
        repair("b", layer(LayerKind.ATTRIBUTES, 1L, 3L, "a", RepairStep.LOOK));
        repair("1/2/s", listing("a", RepairStep.LOOK));
        repair("1/2/gone", listing("a", RepairStep.LOOK));

        Map<String, @Nullable String> written = readBoth();
        assertThat(written)
                .containsEntry("b", "Canonical")
                .containsEntry("b/1", "Ours")
                .containsEntry("1/2/s", "b");
        assertThat(written).containsKey("b/1/2").extractingByKey("b/1/2").isNotNull();
        assertThat(written)
                .containsEntry("b/9", null)
                .containsEntry("b/1/3", null)
                .containsEntry("1/2/gone", null);
    }

    @Test
    void a_row_that_is_looked_at_and_then_removed_is_gone_with_what_followed_from_it() {
        repairBoth("b", layer(LayerKind.OVERRIDE, 1L, null, "a", RepairStep.LOOK));
        repairBoth("b", layer(LayerKind.ATTRIBUTES, 1L, 2L, "a", RepairStep.LOOK));
        assertThat(readBoth()).containsEntry("b/1", "Canonical").containsEntry("b/1/2", null);

        repairBoth("1/2/s", listing("a", RepairStep.LOOK));
        assertThat(readBoth()).containsEntry("1/2/s", null).containsEntry("b/1", null);
        repairBoth("b", layer(LayerKind.BPD, null, null, "a", RepairStep.LOOK));
        assertThat(readBoth()).containsEntry("b", null);
    }

    @Test
    void an_event_between_the_steps_keeps_the_row_even_if_it_changes_nothing() {
        repair("b", layer(LayerKind.OVERRIDE, 1L, null, "a", RepairStep.LOOK));
        repair("1/2/s", listing("a", RepairStep.LOOK));
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Ours"));
        catalog.publish(CatalogTopic.LISTINGS, "1/2/s", Events.listing(1, 2, "s", "b"));
        readBoth();

        repair("b", layer(LayerKind.OVERRIDE, 1L, null, "a", RepairStep.REMOVE));
        repair("1/2/s", listing("a", RepairStep.REMOVE));
        assertThat(readBoth()).isEmpty();
        assertThat(catalog.layersStore().get("b/1/#override")).isNotNull();
    }

    @Test
    void nothing_is_removed_that_was_not_looked_at_in_the_same_audit_or_not_in_time() {
        repair("b", layer(LayerKind.OVERRIDE, 1L, null, "a", RepairStep.REMOVE));
        repair("b", layer(LayerKind.OVERRIDE, 1L, null, "a", RepairStep.LOOK));
        repair("b", layer(LayerKind.OVERRIDE, 1L, null, "another", RepairStep.REMOVE));
        repair("b", layer(LayerKind.BPD, null, null, new RepairMark("a", RepairStep.LOOK, 1L)));
        repair("b", layer(LayerKind.BPD, null, null, new RepairMark("a", RepairStep.REMOVE, LATER)));

        assertThat(readBoth()).containsOnly(Map.entry("b/1", "Ours"), Map.entry("b", "Canonical"));
        assertThat(catalog.layersStore().get("b/")).isNotNull();
    }

    @Test
    void a_malformed_step_is_a_dead_letter() {
        repair("b", layer(LayerKind.LISTING, 1L, null, "a", RepairStep.REMOVE));
        repair("b", layer(LayerKind.OVERRIDE, null, null, "a", RepairStep.LOOK));
        repair("b", layer(LayerKind.BPD, 1L, null, "a", RepairStep.LOOK));
        repair("b", listing("a", RepairStep.LOOK));
        repair("b", new LayerUpdate(LayerKind.BPD, null, null, null, null));
        repair("1/2/s", new ListingUpdate("b", new RepairMark("a", RepairStep.LOOK, LATER)));
        catalog.publishBytes(CatalogTopic.REPAIRS, "b".getBytes(StandardCharsets.UTF_8), null);

        assertThat(catalog.deadLetters().readRecordsToList()).hasSize(7);
        assertThat(readBoth()).isEmpty();
    }

    private void repairBoth(String key, Object look) {
        repair(key, look);
        if (look instanceof LayerUpdate layer) {
            repair(key, layer(layer.getKind(), layer.getCompanyId(), layer.getLocationId(), "a", RepairStep.REMOVE));
        } else {
            repair(key, listing("a", RepairStep.REMOVE));
        }
    }

    private void repair(String key, Object update) {
        catalog.publish(CatalogTopic.REPAIRS, key, new Repair(key, update));
    }

    private static LayerUpdate layer(
            LayerKind kind, @Nullable Long companyId, @Nullable Long locationId, String id, RepairStep step) {
        return layer(kind, companyId, locationId, new RepairMark(id, step, LATER));
    }

    private static LayerUpdate layer(
            LayerKind kind, @Nullable Long companyId, @Nullable Long locationId, RepairMark mark) {
        return new LayerUpdate(kind, companyId, locationId, null, mark);
    }

    private static ListingUpdate listing(String id, RepairStep step) {
        return new ListingUpdate(null, new RepairMark(id, step, LATER));
    }

    /** What was written last under each key: an entry's name, or a listing's barcode. */
    private Map<String, @Nullable String> readBoth() {
        Map<String, @Nullable String> written = new HashMap<>();
        List<TestRecord<String, ResolvedVariant>> entries = catalog.readResolved();
        entries.forEach(entry -> written.put(
                entry.key(), entry.value() == null ? null : entry.value().getName()));
        catalog.readSkuBarcodes()
                .forEach(listing -> written.put(
                        listing.key(),
                        listing.value() == null ? null : listing.value().getBarcode()));
        return written;
    }
}
