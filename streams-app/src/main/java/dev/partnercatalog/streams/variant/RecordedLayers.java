package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.FieldChange;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.LayerTopic;
import dev.partnercatalog.runtime.variant.RecordedChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The layers of one barcode as the resolver holds them, to explain how an entry came about. Not thread-safe.
 *
 * <p>They come from the changelog of the resolver's store, which the resolver commits together with the resulting
 * entries: what is read here is what was resolved.
 */
public final class RecordedLayers {

    private static final Set<String> IDS = Set.of("barcode", "companyId", "locationId");

    private final String barcode;
    private final LayerReader layers;

    /** @param log the newest record of each key selected by {@link #isOf}, or of more keys */
    public RecordedLayers(String barcode, ReadOnlyKeyValueStore<String, byte[]> log) {
        this.barcode = barcode;
        this.layers = new LayerReader(log);
    }

    /** Whether a record of the changelog with this key is a layer of the barcode. */
    public static boolean isOf(String barcode, String key) {
        return key.startsWith(LayerKey.ofBarcode(barcode));
    }

    /** Whether BPD has the barcode; if not, nothing resolves, whatever the other layers say (D1). */
    public boolean isInBpd() {
        return layers.bpd(barcode) != null;
    }

    /**
     * Whether the company or location has an entry of its own: BPD has the barcode, and the company lists it or sets
     * something for it, or the location does. A rejected first listing leaves none.
     */
    public boolean hasEntry(Scope scope) {
        return isInBpd()
                && (!layers.company(barcode, scope.company()).isEmpty() || layers.location(barcode, scope) != null);
    }

    /** The layers at a scope; BPD's layer sets nothing if BPD lacks the barcode. */
    public VariantLayers at(Scope scope) {
        Bpd bpd = layers.bpd(barcode);
        CompanyLayers company = layers.company(barcode, scope.company());
        return new VariantLayers(
                bpd == null ? FieldValues.builder().build() : bpd.values(),
                bpd == null ? List.of() : bpd.stateCodes(),
                company.override(),
                company.attributes(),
                layers.location(barcode, scope));
    }

    /**
     * The events that were the last to change a field of one of the layers at a scope, the latest first. Layers that
     * were deleted have none.
     */
    public List<RecordedChange> changes(Scope scope) {
        List<RecordedChange> changes = new ArrayList<>();
        for (LayerTopic layer : LayerTopic.values()) {
            if (layer.layer().countsAt(scope)) {
                add(layer, layer.scopeFor(scope), changes);
            }
        }
        changes.sort(Comparator.comparing(RecordedChange::readAt).reversed());
        return changes;
    }

    private void add(LayerTopic layer, Scope scope, List<RecordedChange> changes) {
        String key = LayerKey.of(barcode, layer.kind(), scope);
        byte[] held = layers.layer(key);
        if (held == null) {
            return;
        }
        List<FieldChange> kept = layers.changes(key);
        List<String> others = othersThan(kept, LayerRows.decode(layer.kind(), held));
        for (int i = 0; i < kept.size(); i++) {
            FieldChange change = kept.get(i);
            List<String> fields = i == 0 ? others : change.getFields();
            if (!fields.isEmpty()) {
                changes.add(new RecordedChange(
                        layer.layer(),
                        layer.topic(),
                        change.getPartition(),
                        change.getOffset(),
                        Instant.ofEpochMilli(change.getReadAt()),
                        fields));
            }
        }
    }

    /** The fields that a layer sets and that no change lists: the first event set them. */
    private static List<String> othersThan(List<FieldChange> changes, SpecificRecord layer) {
        Set<String> named = new HashSet<>();
        changes.forEach(change -> named.addAll(change.getFields()));
        return layer.getSchema().getFields().stream()
                .filter(field -> layer.get(field.pos()) != null)
                .map(Schema.Field::name)
                .filter(name -> !IDS.contains(name) && !named.contains(name))
                .toList();
    }
}
