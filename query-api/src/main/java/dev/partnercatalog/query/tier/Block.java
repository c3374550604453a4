package dev.partnercatalog.query.tier;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Entries one after another, each
 *
 * <pre>
 * size        int    of all of it
 * hash        long
 * companyId   long
 * locationId  long
 * barcode     byte   its length, and as many bytes
 * value
 * </pre>
 *
 * What is written stays as it is. One thread writes at a time; another may read an entry of which that thread told it.
 */
final class Block {

    private static final int HASH = 4;
    private static final int COMPANY_ID = 12;
    private static final int LOCATION_ID = 20;
    private static final int BARCODE = 28;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final long number;
    private final byte[] bytes = new byte[MemoryTier.BLOCK_BYTES];
    private int end;
    private int live;

    /** @param number unlike that of any other block of the cache, ever; from 1 */
    Block(long number) {
        this.number = number;
    }

    static int size(EntryKey key, int valueLength) {
        return BARCODE + 1 + key.barcode().length() + valueLength;
    }

    long number() {
        return number;
    }

    /** Bytes of entries that were not dropped. */
    int live() {
        return live;
    }

    boolean hasRoom(int size) {
        return size <= bytes.length - end;
    }

    /** Returns where the entry begins. */
    int add(EntryKey key, byte[] value) {
        int at = end;
        int size = size(key, value.length);
        byte[] barcode = key.barcode().getBytes(StandardCharsets.US_ASCII);
        ByteBuffer.wrap(bytes, at, size)
                .putInt(size)
                .putLong(key.hash())
                .putLong(key.companyId())
                .putLong(key.locationId())
                .put((byte) barcode.length)
                .put(barcode)
                .put(value);
        end += size;
        live += size;
        return at;
    }

    /** Copies an entry of another block. */
    int add(Block from, int place) {
        int at = end;
        int size = from.intAt(place);
        System.arraycopy(from.bytes, place, bytes, at, size);
        end += size;
        live += size;
        return at;
    }

    /** The entry no longer counts; returns its size. */
    int drop(int at) {
        int size = intAt(at);
        live -= size;
        return size;
    }

    /** Where the entry after this one begins; {@link #end} after the last. */
    int next(int at) {
        return at + intAt(at);
    }

    int end() {
        return end;
    }

    long hash(int at) {
        return longAt(at + HASH);
    }

    boolean isOf(int at, EntryKey key) {
        String barcode = key.barcode();
        if (longAt(at + COMPANY_ID) != key.companyId()
                || longAt(at + LOCATION_ID) != key.locationId()
                || bytes[at + BARCODE] != barcode.length()) {
            return false;
        }
        for (int i = 0; i < barcode.length(); i++) {
            if (bytes[at + BARCODE + 1 + i] != (byte) barcode.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int intAt(int at) {
        return (int) INT.get(bytes, at);
    }

    private long longAt(int at) {
        return (long) LONG.get(bytes, at);
    }

    /** The value; {@code key} is the entry's. */
    Slice value(int at, EntryKey key) {
        return new Slice(bytes, at + BARCODE + 1 + key.barcode().length());
    }
}
