package dev.partnercatalog.runtime.progress;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * How far a partition's records are in a store, as the store itself keeps it.
 *
 * @param applied the offset after the last record
 * @param position the offset before which everything is in the store; beyond {@code applied} by the markers of
 *     transactions
 */
public record OffsetRow(long applied, long position) {

    /** Nothing is in the store. */
    public static final OffsetRow NONE = new OffsetRow(0, 0);

    /** Reads a row; nothing is in a store without one. */
    public static OffsetRow read(byte @Nullable [] value) {
        if (value == null) {
            return NONE;
        }
        ByteBuffer in = ByteBuffer.wrap(value);
        return new OffsetRow(in.getLong(), in.getLong());
    }

    /** The row's value. */
    public byte[] value() {
        return ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(applied)
                .putLong(position)
                .array();
    }

    /** The key of a partition's row. */
    public static byte[] key(int partition) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(partition).array();
    }
}
