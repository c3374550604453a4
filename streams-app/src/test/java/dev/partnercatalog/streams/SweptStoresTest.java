package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.sweep.Sweeps;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** D38: after an absence of all resolvers, what upstream deleted meanwhile goes, with all that followed from it. */
class SweptStoresTest {

    private final Sweeps sweeps = new Sweeps("2026-11-25T10:00:00Z", 1);

    @AutoClose
    private final TopologyHarness catalog = new TopologyHarness(sweeps);

    private final TestOutputTopic<String, PartnerConfig> configs =
            catalog.output(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class);

    /** What upstream's topics still have. */
    private static final class Upstream implements Sweeps.Inputs {

        private final Map<CatalogTopic, Set<String>> keys;
        private final Runnable meanwhile;
        private boolean processed = true;

        Upstream(Map<CatalogTopic, Set<String>> keys, Runnable meanwhile) {
            this.keys = keys;
            this.meanwhile = meanwhile;
        }

        @Override
        public long size() {
            return 5;
        }

        @Override
        public Predicate<Sweeps.Place> processed() {
            return task -> processed;
        }

        @Override
        public void read(BiConsumer<Sweeps.Place, String> receiver) {
            keys.forEach((topic, all) -> all.forEach(key -> UpstreamKeys.row(topic, key, 1, receiver)));
            meanwhile.run();
        }
    }

    @BeforeEach
    void publish() {
        for (String barcode : Set.of("b", "c")) {
            catalog.publish(CatalogTopic.BPD_VARIANTS, barcode, Events.bpd(barcode, "Canonical"));
            catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/" + barcode, Events.override(1, barcode, "Ours"));
            catalog.publish(
                    CatalogTopic.LOCATION_ATTRIBUTES, "1/2/" + barcode, Events.attributes(1, 2L, barcode, "Here"));
            catalog.publish(CatalogTopic.LISTINGS, "1/2/s" + barcode, Events.listing(1, 2, "s" + barcode, barcode));
        }
        catalog.publish(CatalogTopic.PARTNERS, "p", partner("p"));
        catalog.publish(CatalogTopic.PARTNERS, "q", partner("q"));
        assertThat(written()).containsKeys("b/1/2", "1/2/sc", "q");
    }

    private static Partner partner(String id) {
        return Partner.newBuilder(Partners.partner()).setPartnerId(id).build();
    }

    @Test
    void rows_without_an_event_are_deleted_and_all_others_stay() {
        sweep(
                Map.of(
                        CatalogTopic.BPD_VARIANTS, Set.of("c"),
                        CatalogTopic.COMPANY_OVERRIDES, Set.of("1/b"),
                        CatalogTopic.LOCATION_ATTRIBUTES, Set.of("1/2/b", "1/2/c"),
                        CatalogTopic.LISTINGS, Set.of("1/2/sc"),
                        CatalogTopic.PARTNERS, Set.of("q")),
                () -> {});
        Map<String, @Nullable String> deleted = new HashMap<>();
        for (String row : Set.of("b", "b/1", "b/1/2", "1/2/sb", "p")) {
            deleted.put(row, null);
        }
        deleted.put("c/1", "Canonical");
        assertThat(written()).containsAllEntriesOf(deleted).doesNotContainKeys("c", "1/2/sc", "q");
        assertThat(catalog.layersStore().get("b/1/#override")).isNotNull();

        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Again"));
        assertThat(written()).containsEntry("b", "Again").containsEntry("b/1", "Ours");
    }

    @Test
    void what_is_published_while_the_inputs_are_read_stays_even_if_it_changes_nothing() {
        sweep(Map.of(CatalogTopic.BPD_VARIANTS, Set.of("b", "c")), () -> {
            catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Ours"));
            catalog.publish(CatalogTopic.LISTINGS, "1/2/sb", Events.listing(1, 2, "sb", "b"));
            catalog.publish(CatalogTopic.PARTNERS, "p", partner("p"));
        });
        assertThat(written()).doesNotContainKeys("b", "b/1", "1/2/sb", "p").containsEntry("1/2/sc", null);
    }

    @Test
    void what_waited_between_the_steps_since_before_the_absence_marks_nothing() {
        Upstream upstream = new Upstream(Map.of(CatalogTopic.BPD_VARIANTS, Set.of("b")), () -> {});
        upstream.processed = false;
        sweeps.mark(upstream);
        catalog.publish(CatalogTopic.BPD_VARIANTS, "late", Events.bpd("late", "Late"));
        catalog.advanceWallClock(Duration.ofSeconds(1));
        assertThat(written()).containsEntry("late", "Late");

        upstream.processed = true;
        sweeps.mark(upstream);
        catalog.advanceWallClock(Duration.ofSeconds(1));
        assertThat(written()).containsEntry("late", null).doesNotContainKey("b");
    }

    @Test
    void a_partner_that_only_a_backup_had_stays_until_upstream_publishes_it() {
        catalog.publish(
                CatalogTopic.PARTNER_COMMANDS,
                "r",
                new PartnerCommand(
                        "c", "r", 0L, partner("r"), WebhookControl.newBuilder().build(), 1L));
        assertThat(written()).containsKey("r");
        sweep(Map.of(), () -> {});
        assertThat(written()).containsEntry("p", null).doesNotContainKey("r");
    }

    private void sweep(Map<CatalogTopic, Set<String>> keys, Runnable meanwhile) {
        sweeps.mark(new Upstream(keys, meanwhile));
        catalog.advanceWallClock(Duration.ofSeconds(1));
    }

    /** What was written last under each key: an entry's name, an SKU's barcode, or a partner's name. */
    private Map<String, @Nullable String> written() {
        Map<String, @Nullable String> written = new HashMap<>();
        for (TestRecord<String, ResolvedVariant> entry : catalog.readResolved()) {
            written.put(
                    entry.key(), entry.value() == null ? null : entry.value().getName());
        }
        catalog.readSkuBarcodes()
                .forEach(sku -> written.put(
                        sku.key(), sku.value() == null ? null : sku.value().getBarcode()));
        configs.readRecordsToList()
                .forEach(config -> written.put(
                        config.key(),
                        config.value() == null
                                ? null
                                : config.value().getPartner().getPartnerName()));
        return written;
    }
}
