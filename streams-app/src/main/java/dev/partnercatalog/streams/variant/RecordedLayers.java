package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantLayers;
import java.util.List;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The layers of one barcode as the resolver holds them, to explain how an entry came about. Not
 * thread-safe.
 *
 * <p>They come from the log of the resolver's store, which the resolver commits together with the entries that follow
 * from it: what is read here is what was resolved.
 */
public final class RecordedLayers {

    private final String barcode;
    private final LayerReader layers;

    /** @param log the newest record of each key that {@link #isOf} picks, or of more */
    public RecordedLayers(String barcode, ReadOnlyKeyValueStore<String, byte[]> log) {
        this.barcode = barcode;
        this.layers = new LayerReader(log);
    }

    /** Whether a record of the log with this key is a layer of the barcode. */
    public static boolean isOf(String barcode, String key) {
        return key.startsWith(LayerKey.ofBarcode(barcode));
    }

    /** Whether BPD has the barcode; without it nothing resolves, whatever the other layers say (D1). */
    public boolean isInBpd() {
        return layers.bpd(barcode) != null;
    }

    /** The layers at a scope; BPD's sets nothing where BPD lacks the barcode. */
    public VariantLayers at(Scope scope) {
        Bpd bpd = layers.bpd(barcode);
        CompanyLayers company = layers.company(barcode, scope.companyId());
        return new VariantLayers(
                bpd == null ? FieldValues.builder().build() : bpd.values(),
                bpd == null ? List.of() : bpd.stateCodes(),
                company.override(),
                company.attributes(),
                scope.isCompany() ? null : layers.location(barcode, scope.companyId(), scope.locationId()));
    }
}
