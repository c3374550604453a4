package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.utils.Bytes;

/**
 * The keys of the rows that a store has in addition to its topic's records. They begin with a byte below the space, which no
 * key of a topic does. Numbers take eight bytes each, the most significant first, so that rows are sorted by them:
 *
 * <pre>
 * 1 companyId locationId barcode 0 sku    what a scope lists, in order of barcode and SKU
 * 2 companyId locationId sequence barcode what changed at a scope, in order of time: the latest change of each barcode
 * 3 companyId locationId barcode          the sequence of that change
 * 4 time                                  the next sequence at that time
 * 5                                       the sequence from which on no change is missing
 * </pre>
 */
final class RowKey {

    static final Bytes FLOOR = Bytes.wrap(new byte[] {5});

    private static final byte LISTED = 1;
    private static final byte CHANGED = 2;
    private static final byte LATEST = 3;
    private static final byte NOTE = 4;

    /** Before every key of a topic, and after every row. */
    private static final Bytes FIRST_RECORD = Bytes.wrap(new byte[] {' '});

    private static final int SCOPE_BYTES = 1 + 2 * Long.BYTES;
    private static final byte END = 0;
    private static final byte AFTER_END = 1;
    private static final byte AFTER_ALL = (byte) 0xff;

    private RowKey() {}

    static Bytes firstRecord() {
        return FIRST_RECORD;
    }

    /** Whether a topic's key could be mistaken for a row's. No valid key can. */
    static boolean isRow(byte[] key) {
        return key.length == 0 || (key[0] >= 0 && key[0] < ' ');
    }

    static Bytes listed(Scope scope, String barcode, String sku) {
        byte[] code = ascii(barcode);
        byte[] name = sku.getBytes(StandardCharsets.UTF_8);
        return wrap(scope(LISTED, scope, code.length + 1 + name.length)
                .put(code)
                .put(END)
                .put(name));
    }

    /** Before the first row of a barcode. */
    static Bytes listed(Scope scope, String barcode) {
        byte[] code = ascii(barcode);
        return wrap(scope(LISTED, scope, code.length + 1).put(code).put(END));
    }

    /** After the last row of a barcode, and before that of any later barcode; for the empty text, before all. */
    static Bytes afterListed(Scope scope, String barcode) {
        byte[] code = ascii(barcode);
        return wrap(scope(LISTED, scope, code.length + 1).put(code).put(AFTER_END));
    }

    /** After the last row of a scope. */
    static Bytes afterAllListed(Scope scope) {
        return wrap(scope(LISTED, scope, 1).put(AFTER_ALL));
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

    static Bytes changed(Scope scope, long sequence, String barcode) {
        byte[] code = ascii(barcode);
        return wrap(scope(CHANGED, scope, Long.BYTES + code.length)
                .putLong(sequence)
                .put(code));
    }

    /** Before the first row with a sequence. */
    static Bytes changed(Scope scope, long sequence) {
        return wrap(scope(CHANGED, scope, Long.BYTES).putLong(sequence));
    }

    static Bytes firstChanged() {
        return Bytes.wrap(new byte[] {CHANGED});
    }

    static Bytes afterAllChanged() {
        return Bytes.wrap(new byte[] {LATEST});
    }

    static Scope changedScope(byte[] key) {
        ByteBuffer in = ByteBuffer.wrap(key, 1, 2 * Long.BYTES);
        return new Scope(in.getLong(), in.getLong());
    }

    static long changedSequence(byte[] key) {
        return ByteBuffer.wrap(key).getLong(SCOPE_BYTES);
    }

    static String changedBarcode(byte[] key) {
        int start = SCOPE_BYTES + Long.BYTES;
        return new String(key, start, key.length - start, StandardCharsets.US_ASCII);
    }

    static Bytes latest(Scope scope, String barcode) {
        byte[] code = ascii(barcode);
        return wrap(scope(LATEST, scope, code.length).put(code));
    }

    static Bytes note(long time) {
        return wrap(ByteBuffer.allocate(1 + Long.BYTES).put(NOTE).putLong(time));
    }

    static Bytes firstNote() {
        return Bytes.wrap(new byte[] {NOTE});
    }

    static long noteTime(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1);
    }

    static byte[] number(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    static long number(byte[] value) {
        return ByteBuffer.wrap(value).getLong();
    }

    private static ByteBuffer scope(byte kind, Scope scope, int more) {
        return ByteBuffer.allocate(SCOPE_BYTES + more)
                .put(kind)
                .putLong(scope.companyId())
                .putLong(scope.locationId());
    }

    @SuppressWarnings("ByteBufferBackingArray") // it is exactly what was allocated here
    private static Bytes wrap(ByteBuffer whole) {
        return Bytes.wrap(whole.array());
    }

    private static byte[] ascii(String barcode) {
        return barcode.getBytes(StandardCharsets.US_ASCII);
    }
}
