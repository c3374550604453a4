package dev.partnercatalog.query.table;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Keeps a listing as its barcode, and an unreadable one as a single zero byte, which no barcode has. */
final class ListedBarcodes implements StoredForm {

    private static final byte UNREADABLE = 0;

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

    /** The barcode that was kept; null if there is none, or its record couldn't be read. */
    static @Nullable String barcode(byte @Nullable [] kept) {
        return kept == null || kept[0] == UNREADABLE ? null : new String(kept, StandardCharsets.US_ASCII);
    }
}
