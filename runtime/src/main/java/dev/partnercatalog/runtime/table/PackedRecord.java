package dev.partnercatalog.runtime.table;

import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * A record's bytes as a table keeps them: a large record is compressed, because a partner's configuration consists
 * mostly of names and ids, and every instance keeps those of all partners.
 */
final class PackedRecord {

    /** No record of the service starts with this byte: the wire format starts with 0. */
    private static final byte PACKED = (byte) 0x9c;

    /** Shorter records gain nothing. */
    private static final int SMALLEST = 1_024;

    /** Nothing is compressed to less than this part of it. */
    private static final int LARGEST_RATIO = 1_100;

    private PackedRecord() {}

    /** Returns the same array if it is kept as it is. */
    static byte[] pack(byte[] record) {
        if (record.length < SMALLEST && (record.length == 0 || record[0] != PACKED)) {
            return record;
        }
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(record);
            deflater.finish();
            byte[] packed = new byte[record.length / 2 + 64];
            int length =
                    ByteBuffer.wrap(packed).put(PACKED).putInt(record.length).position();
            while (!deflater.finished()) {
                if (length == packed.length) {
                    packed = Arrays.copyOf(packed, 2 * packed.length);
                }
                length += deflater.deflate(packed, length, packed.length - length);
            }
            return Arrays.copyOf(packed, length);
        } finally {
            deflater.end();
        }
    }

    /**
     * The record's own bytes.
     *
     * @throws UnreadableRecordException if they look as if they were compressed, but {@link #pack} didn't do that
     */
    static byte[] unpack(byte[] stored) {
        if (stored.length == 0 || stored[0] != PACKED) {
            return stored;
        }
        Inflater inflater = new Inflater();
        try {
            ByteBuffer bytes = ByteBuffer.wrap(stored, 1, stored.length - 1);
            int length = bytes.remaining() < Integer.BYTES ? 0 : bytes.getInt();
            byte[] record = new byte[length > 0 && length <= (long) LARGEST_RATIO * stored.length ? length : 0];
            inflater.setInput(bytes);
            if (length > 0 && inflater.inflate(record) == length) {
                return record;
            }
        } catch (DataFormatException e) {
            throw new UnreadableRecordException("the record is in no known format", e);
        } finally {
            inflater.end();
        }
        throw new UnreadableRecordException("the record is in no known format");
    }
}
