package dev.partnercatalog.runtime.table;

import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * A record's bytes as a table keeps them: a large record is compressed, because a partner's configuration consists
 * mostly of names and ids, and every instance keeps those of all partners.
 */
final class PackedRecord {

    /** The first byte of what is compressed. No record of the service starts with it: the wire format starts with 0. */
    private static final byte PACKED = 0x78;

    /** Shorter records gain nothing. */
    private static final int SMALLEST = 1_024;

    private PackedRecord() {}

    /** Returns the same array if it is kept as it is. */
    static byte[] pack(byte[] record) {
        if (record.length < SMALLEST) {
            return record;
        }
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        ByteArrayOutputStream packed = new ByteArrayOutputStream(record.length / 2);
        try (OutputStream out = new DeflaterOutputStream(packed, deflater)) {
            out.write(record);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write to memory", e);
        } finally {
            deflater.end();
        }
        return packed.toByteArray();
    }

    /** The record's own bytes; throws {@link UnreadableRecordException} if they look compressed, but aren't. */
    static byte[] unpack(byte[] stored) {
        if (stored.length == 0 || stored[0] != PACKED) {
            return stored;
        }
        try (InputStream in = new InflaterInputStream(new ByteArrayInputStream(stored))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UnreadableRecordException("the record is in no known format", e);
        }
    }
}
