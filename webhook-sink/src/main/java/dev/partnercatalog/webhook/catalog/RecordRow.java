package dev.partnercatalog.webhook.catalog;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A record as it came and, once somebody has asked for it, the image that was made of it: in one row, so that a new record
 * takes the place of both.
 */
final class RecordRow {

    private final byte[] record;
    private final byte @Nullable [] image;

    /** @param image null until it is made */
    RecordRow(byte[] record, byte @Nullable [] image) {
        this.record = record;
        this.image = image;
    }

    byte[] record() {
        return record;
    }

    byte @Nullable [] image() {
        return image;
    }

    static RecordRow read(byte[] row) {
        int end = Integer.BYTES + ByteBuffer.wrap(row).getInt();
        return new RecordRow(
                Arrays.copyOfRange(row, end, row.length),
                end == Integer.BYTES ? null : Arrays.copyOfRange(row, Integer.BYTES, end));
    }

    byte[] bytes() {
        byte[] made = image == null ? new byte[0] : image;
        return ByteBuffer.allocate(Integer.BYTES + made.length + record.length)
                .putInt(made.length)
                .put(made)
                .put(record)
                .array();
    }
}
