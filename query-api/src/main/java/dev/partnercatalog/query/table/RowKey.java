package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The keys of the rows that a store has in addition to its topic's records. Numbers take eight bytes each, the most
 * significant first, so that rows are sorted by them:
 *
 * <pre>
 * LISTED  companyId locationId barcode 0 sku    what a scope lists, in order of barcode and SKU
 * CHANGES companyId locationId sequence barcode what changed at a scope, in order of time: the latest change of each barcode
 * LATEST  companyId locationId barcode          the sequence of that change
 * </pre>
 *
 * <p>Sequences are two for each offset of the topic, because a listing that moves changes two barcodes. They mean the same
 * at every instance, a new one included: the topic holds the latest record of each key, and for a week every record and
 * every deletion, so that no change of a week is missing.
 */
final class RowKey {

    private static final int SCOPE_BYTES = 2 * Long.BYTES;
    private static final byte END = 0;
    private static final byte AFTER_END = 1;
    private static final byte AFTER_ALL = (byte) 0xff;

    private RowKey() {}

    static byte[] listed(Scope scope, String barcode, String sku) {
        byte[] code = ascii(barcode);
        byte[] name = sku.getBytes(StandardCharsets.UTF_8);
        return wrap(
                scope(scope, code.length + 1 + name.length).put(code).put(END).put(name));
    }

    /** Before the first row of a barcode. */
    static byte[] listed(Scope scope, String barcode) {
        byte[] code = ascii(barcode);
        return wrap(scope(scope, code.length + 1).put(code).put(END));
    }

    /** After the last row of a barcode, and before that of any later barcode; for the empty text, before all. */
    static byte[] afterListed(Scope scope, String barcode) {
        byte[] code = ascii(barcode);
        return wrap(scope(scope, code.length + 1).put(code).put(AFTER_END));
    }

    /** After the last row of a scope. */
    static byte[] afterAllListed(Scope scope) {
        return wrap(scope(scope, 1).put(AFTER_ALL));
    }

    static String listedBarcode(byte[] key) {
        return new String(key, SCOPE_BYTES, endOfBarcode(key) - SCOPE_BYTES, StandardCharsets.US_ASCII);
    }

    static String listedSku(byte[] key) {
        int start = endOfBarcode(key) + 1;
        return new String(key, start, key.length - start, StandardCharsets.UTF_8);
    }

    private static int endOfBarcode(byte[] key) {
        int end = SCOPE_BYTES;
        while (key[end] != END) {
            end++;
        }
        return end;
    }

    static long sequence(long offset) {
        return 2 * offset;
    }

    static byte[] changed(Scope scope, long sequence, String barcode) {
        byte[] code = ascii(barcode);
        return wrap(scope(scope, Long.BYTES + code.length).putLong(sequence).put(code));
    }

    /** Before the first row with a sequence. */
    static byte[] changed(Scope scope, long sequence) {
        return wrap(scope(scope, Long.BYTES).putLong(sequence));
    }

    static long changedSequence(byte[] key) {
        return ByteBuffer.wrap(key).getLong(SCOPE_BYTES);
    }

    static String changedBarcode(byte[] key) {
        int start = SCOPE_BYTES + Long.BYTES;
        return new String(key, start, key.length - start, StandardCharsets.US_ASCII);
    }

    static byte[] latest(Scope scope, String barcode) {
        byte[] code = ascii(barcode);
        return wrap(scope(scope, code.length).put(code));
    }

    static byte[] number(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    static long number(byte[] value) {
        return ByteBuffer.wrap(value).getLong();
    }

    private static ByteBuffer scope(Scope scope, int more) {
        return ByteBuffer.allocate(SCOPE_BYTES + more)
                .putLong(scope.companyId())
                .putLong(scope.locationId());
    }

    @SuppressWarnings("ByteBufferBackingArray") // it is exactly what was allocated here
    private static byte[] wrap(ByteBuffer whole) {
        return whole.array();
    }

    private static byte[] ascii(String barcode) {
        return barcode.getBytes(StandardCharsets.US_ASCII);
    }
}
