package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantLayers;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The layers of one barcode as the resolver holds them, to explain how an entry came about. Not thread-safe.
 *
 * <p>They come from the changelog of the resolver's store, which the resolver commits together with the resulting
 * entries: what is read here is what was resolved.
 */
public final class RecordedLayers {

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

    /** The layers at a scope; BPD's layer sets nothing if BPD lacks the barcode. */
    public VariantLayers at(Scope scope) {
        Bpd bpd = layers.bpd(barcode);
        return new VariantLayers(
                bpd == null ? FieldValues.builder().build() : bpd.values(),
                layers.override(barcode, scope.company()),
                layers.attributes(barcode, scope.company()),
                scope.isCompany() ? null : layers.attributes(barcode, scope));
    }
}
