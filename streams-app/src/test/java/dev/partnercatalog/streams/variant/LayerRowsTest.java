package dev.partnercatalog.streams.variant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.records.FieldChange;
import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Layers with the events that shaped them. */
class LayerRowsTest {

    private static final long NOW = 1_790_000_000_000L;
    private static final SingleObjectSerde<BpdVariant> BPD = new SingleObjectSerde<>(BpdVariant.class);
    private static final SingleObjectSerde<CompanyOverride> OVERRIDES = new SingleObjectSerde<>(CompanyOverride.class);

    private static final List<String> TEXTS =
            List.of("name", "brand", "strain", "topFlavor", "originCity", "energyScore", "productType");

    @Test
    void a_row_returns_its_layer_byte_for_byte() {
        byte[] layer = BPD.encode(BpdVariant.newBuilder().setBarcode("b").build());
        assertThat(LayerRows.layer(row(null, update(LayerKind.BPD, 0), layer, NOW)))
                .isEqualTo(layer);
        assertThat(LayerRows.layer(null)).isNull();
        assertThat(LayerRows.changes(null)).isEmpty();
    }

    @Test
    void a_companys_listing_of_a_variant_takes_no_bytes() {
        byte[] listed = new byte[0];
        byte[] row = row(null, update(LayerKind.LISTING, -1), listed, NOW);
        assertThat(row).isEmpty();
        assertThat(LayerRows.layer(row)).isEmpty();
        assertThat(LayerRows.changes(row)).isEmpty();
    }

    /** The numbers are those in docs/decisions/layers-know-their-events.md. */
    @Test
    void a_layer_grows_by_some_thirty_bytes_and_by_twenty_for_a_further_event() {
        byte[] layer = override(Map.of("name", "Harbor Fog"));
        byte[] row = row(null, update(LayerKind.OVERRIDE, 1_000_000_000L), layer, NOW);
        assertThat(row.length - layer.length).isLessThanOrEqualTo(30);
        byte[] changed = override(Map.of("name", "Harbor Fog", "brand", "Kodiak"));
        byte[] next = row(row, update(LayerKind.OVERRIDE, 1_000_000_001L), changed, NOW);
        assertThat(next.length - changed.length - (row.length - layer.length)).isLessThanOrEqualTo(20);
    }

    @Test
    void after_any_history_each_field_has_the_event_that_changed_it_last() {
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        Random random = new Random(seed);
        Map<String, String> values = new HashMap<>(Map.of("name", "first"));
        Map<String, Long> expected = new HashMap<>();
        byte[] row = row(null, update(LayerKind.OVERRIDE, 0), override(values), NOW);
        for (long offset = 1; offset < 500; offset++) {
            Map<String, String> before = Map.copyOf(values);
            for (int i = random.nextInt(4); i >= 0; i--) {
                String field = TEXTS.get(random.nextInt(TEXTS.size()));
                if (random.nextInt(4) == 0) {
                    values.remove(field);
                } else {
                    values.put(field, "v" + random.nextInt(3));
                }
            }
            if (values.equals(before)) {
                continue; // An event that changes nothing isn't stored.
            }
            row = row(row, update(LayerKind.OVERRIDE, offset), override(values), NOW + offset);
            for (String field : TEXTS) {
                if (!Objects.equals(before.get(field), values.get(field))) {
                    expected.put(field, offset);
                }
            }
            List<FieldChange> changes = LayerRows.changes(row);
            Map<String, Long> told = new HashMap<>();
            changes.forEach(change -> change.getFields()
                    .forEach(field -> assertThat(told.put(field, change.getOffset()))
                            .as("seed %d: %s is named once", seed, field)
                            .isNull()));
            assertThat(told).as("seed %d, offset %d", seed, offset).isEqualTo(expected);
            assertThat(changes).hasSizeLessThanOrEqualTo(1 + TEXTS.size());
            assertThat(changes.get(0).getOffset())
                    .as("the one that made the layer")
                    .isZero();
            assertThat(changes).isSortedAccordingTo((a, b) -> Long.compare(a.getOffset(), b.getOffset()));
            assertThat(changes).allMatch(change -> change.getReadAt() == NOW + change.getOffset());
        }
    }

    private static byte[] override(Map<String, String> texts) {
        CompanyOverride override =
                CompanyOverride.newBuilder().setCompanyId(1).setBarcode("b").build();
        texts.forEach(override::put);
        return OVERRIDES.encode(override);
    }

    private static LayerUpdate update(LayerKind kind, long offset) {
        return new LayerUpdate(kind, kind == LayerKind.BPD ? null : 1L, null, null, 3, offset, null);
    }

    private static byte[] row(byte @Nullable [] before, LayerUpdate update, byte[] layer, long readAt) {
        SpecificRecord held = LayerRows.record(update.getKind(), LayerRows.layer(before));
        SpecificRecord next = LayerRows.record(update.getKind(), layer);
        return LayerRows.row(
                LayerRows.changes(before), LayerRows.changedFields(held, next), update, layer, readAt, null);
    }
}
