package dev.partnercatalog.query.table;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * How far a partition's records are in a store, as the store itself keeps it.
 *
 * @param applied the offset after the last record
 * @param position the offset before which everything is in the store; beyond {@code applied} by the markers of
 *     transactions
 */
record OffsetRow(long applied, long position) {

    /** Nothing is in the store. */
    static final OffsetRow NONE = new OffsetRow(0, 0);

    static OffsetRow read(byte @Nullable [] value) {
        if (value == null) {
            return NONE;
        }
        ByteBuffer in = ByteBuffer.wrap(value);
        return new OffsetRow(in.getLong(), in.getLong());
    }

    byte[] value() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(applied)
                .putLong(position)
                .array();
    }

    static byte[] key(int partition) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(partition).array();
    }
}
