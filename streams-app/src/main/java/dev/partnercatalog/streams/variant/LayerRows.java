package dev.partnercatalog.streams.variant;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.records.HeldLayer;
import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import java.nio.ByteBuffer;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The rows in which the store keeps layers. A company's listing of a variant is a row without bytes: no field comes from
 * it, and there are more such rows than all others.
 */
final class LayerRows {

    private static final SingleObjectSerde<HeldLayer> ROWS = new SingleObjectSerde<>(HeldLayer.class);
    private static final SingleObjectSerde<BpdVariant> BPD_VARIANTS = new SingleObjectSerde<>(BpdVariant.class);
    private static final SingleObjectSerde<CompanyOverride> OVERRIDES = new SingleObjectSerde<>(CompanyOverride.class);
    private static final SingleObjectSerde<DisplayAttributes> ATTRIBUTES =
            new SingleObjectSerde<>(DisplayAttributes.class);

    private LayerRows() {}

    /**
     * The content of a row.
     *
     * @param layer the original bytes
     * @param revision of BPD's record in {@code resolved-variants}; null for all other layers
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    record Held(byte[] layer, @Nullable Long revision) {}

    /** The content of a row; null for null. */
    static @Nullable Held held(byte @Nullable [] row) {
        if (row == null || row.length == 0) {
            return row == null ? null : new Held(row, null);
        }
        HeldLayer held = ROWS.decode(row);
        return new Held(bytes(held.getLayer()), held.getRevision());
    }

    /** The layer in a row; null for null. */
    static byte @Nullable [] layer(byte @Nullable [] row) {
        Held held = held(row);
        return held == null ? null : held.layer();
    }

    /** The row of a layer that isn't a listing. */
    static byte[] row(byte[] layer, @Nullable Long revision) {
        return ROWS.encode(new HeldLayer(ByteBuffer.wrap(layer), revision));
    }

    /** A layer's record; null for null, and for a listing, which has none. */
    static @Nullable SpecificRecord record(LayerKind kind, byte @Nullable [] layer) {
        return layer == null || kind == LayerKind.LISTING ? null : decode(kind, layer);
    }

    /** A layer's record. */
    static SpecificRecord decode(LayerKind kind, byte[] layer) {
        return switch (kind) {
            case BPD -> BPD_VARIANTS.decode(layer);
            case OVERRIDE -> OVERRIDES.decode(layer);
            case ATTRIBUTES -> ATTRIBUTES.decode(layer);
            case LISTING -> throw new IllegalArgumentException("a listing has no record");
        };
    }

    static byte[] bytes(ByteBuffer buffer) {
        if (buffer.hasArray() && buffer.arrayOffset() == 0 && buffer.remaining() == buffer.array().length) {
            return buffer.array();
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
