package dev.partnercatalog.query.table;

import dev.partnercatalog.query.table.StoredTable.StoredForm;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keeps a listing as its barcode, and an unreadable one as a single zero byte, which no barcode has. */
final class ListedBarcodes implements StoredForm {

    private static final byte UNREADABLE = 0;
    private static final byte END = 0;

    private final OwnRecords<SkuBarcode> records;

    ListedBarcodes(OwnRecords<SkuBarcode> records) {
        this.records = records;
    }

    @Override
    public byte[] of(String key, byte[] record) {
        return records.value(key, record).getBarcode().getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public byte[] ofUnreadable(byte[] record) {
        return new byte[] {UNREADABLE};
    }

    /** The form for memory, where the value itself determines where it ends. */
    static byte[] ended(byte[] kept) {
        return Arrays.copyOf(kept, kept.length + 1);
    }

    /** The barcode in that form; null if its record couldn't be read. */
    static @Nullable String barcode(Slice ended) {
        int end = ended.start();
        while (ended.bytes()[end] != END) {
            end++;
        }
        return end == ended.start()
                ? null
                : new String(ended.bytes(), ended.start(), end - ended.start(), StandardCharsets.US_ASCII);
    }

    /** The barcode that was kept; null if there is none, or its record couldn't be read. */
    static @Nullable String barcode(byte @Nullable [] kept) {
        return kept == null || kept[0] == UNREADABLE ? null : new String(kept, StandardCharsets.US_ASCII);
    }
}
