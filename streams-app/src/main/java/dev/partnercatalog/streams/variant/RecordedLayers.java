package dev.partnercatalog.streams.variant;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The layers of one barcode as the resolver holds them, to explain how an entry came about. Not thread-safe.
 *
 * <p>They come from the changelog of the resolver's store, which the resolver commits together with the resulting
 * entries: what is read here is what was resolved.
 */
public final class RecordedLayers {

    private final String barcode;
    private final Function<String, byte @Nullable []> log;

    /** @param log the newest value of each key selected by {@link #isOf}, null if there is none */
    public RecordedLayers(String barcode, Function<String, byte @Nullable []> log) {
        this.barcode = barcode;
        this.log = log;
    }

    /** Whether a record of the changelog with this key is a layer of the barcode. */
    public static boolean isOf(String barcode, String key) {
        return key.startsWith(LayerKey.ofBarcode(barcode));
    }

    /** Whether BPD has the barcode; if not, nothing resolves, whatever the other layers say (D1). */
    public boolean isInBpd() {
        return layer(LayerKind.BPD, Scope.everywhere()) != null;
    }

    /** The layers at a scope; BPD's layer sets nothing if BPD lacks the barcode. */
    public VariantLayers at(Scope scope) {
        SpecificRecord bpd = layer(LayerKind.BPD, Scope.everywhere());
        return new VariantLayers(
                bpd == null ? FieldValues.builder().build() : VariantRecords.layer((BpdVariant) bpd),
                LayerReader.override(layer(LayerKind.OVERRIDE, scope.company())),
                LayerReader.attributes(layer(LayerKind.ATTRIBUTES, scope.company())),
                scope.isCompany() ? null : LayerReader.attributes(layer(LayerKind.ATTRIBUTES, scope)));
    }

    private @Nullable SpecificRecord layer(LayerKind kind, Scope scope) {
        return LayerRows.record(kind, LayerRows.layer(log.apply(LayerKey.of(barcode, kind, scope))));
    }
}
