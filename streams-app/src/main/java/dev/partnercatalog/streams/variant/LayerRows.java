package dev.partnercatalog.streams.variant;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.records.FieldChange;
import dev.partnercatalog.records.HeldLayer;
import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The rows in which the store keeps layers, each with the events that shaped it. A company's listing of a variant is a
 * row without bytes: no field comes from it, and there are more such rows than all others.
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
     * @param changes the events that shaped it, the earliest first, as described in {@link HeldLayer}
     * @param revision of BPD's record in {@code resolved-variants}; null for all other layers
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    record Held(
            byte[] layer,
            List<FieldChange> changes,
            @Nullable Long revision) {

        /** The row with another revision. */
        byte[] at(long another) {
            return ROWS.encode(new HeldLayer(ByteBuffer.wrap(layer), changes, another));
        }
    }

    /** The content of a row; null for null. */
    static @Nullable Held held(byte @Nullable [] row) {
        if (row == null || row.length == 0) {
            return row == null ? null : new Held(row, List.of(), null);
        }
        HeldLayer held = ROWS.decode(row);
        return new Held(bytes(held.getLayer()), held.getChanges(), held.getRevision());
    }

    /** The layer in a row; null for null. */
    static byte @Nullable [] layer(byte @Nullable [] row) {
        Held held = held(row);
        return held == null ? null : held.layer();
    }

    /** The events that shaped a row's layer; none for null. */
    static List<FieldChange> changes(byte @Nullable [] row) {
        Held held = held(row);
        return held == null ? List.of() : held.changes();
    }

    /**
     * The row after an event.
     *
     * @param before the changes in the previous row; none if there was no row
     * @param changed the fields in which the layer differs from the previous one; none if there was no layer
     * @param update to the layer {@code layer}
     * @param readAt in epoch milliseconds
     * @param revision as in {@link Held}
     */
    static byte[] row(
            List<FieldChange> before,
            List<String> changed,
            LayerUpdate update,
            byte[] layer,
            long readAt,
            @Nullable Long revision) {
        if (update.getKind() == LayerKind.LISTING) {
            return layer;
        }
        List<FieldChange> changes = new ArrayList<>();
        before.forEach(change -> addWithout(changed, change, changes));
        changes.add(new FieldChange(update.getPartition(), update.getOffset(), readAt, changed));
        return ROWS.encode(new HeldLayer(ByteBuffer.wrap(layer), changes, revision));
    }

    /**
     * Adds an earlier change without the fields that a later one changed; the first change covers all fields that no
     * other lists.
     */
    private static void addWithout(List<String> changed, FieldChange earlier, List<FieldChange> kept) {
        List<String> left = earlier.getFields().stream()
                .filter(field -> !changed.contains(field))
                .toList();
        if (kept.isEmpty() || !left.isEmpty()) {
            kept.add(new FieldChange(earlier.getPartition(), earlier.getOffset(), earlier.getReadAt(), left));
        }
    }

    /** The fields in which two records of a layer differ; none if there is only one record. */
    static List<String> changedFields(@Nullable SpecificRecord before, @Nullable SpecificRecord after) {
        if (before == null || after == null) {
            return List.of();
        }
        List<String> changed = new ArrayList<>();
        for (Schema.Field field : after.getSchema().getFields()) {
            if (!Objects.equals(before.get(field.pos()), after.get(field.pos()))) {
                changed.add(field.name());
            }
        }
        return changed;
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
