package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import org.jspecify.annotations.Nullable;

/** The records of {@code sku-barcodes} as the sink reads them. Throws what {@link OwnRecords} throws. Not thread-safe. */
public final class ListingRecords {

    private final OwnRecords<SkuBarcode> records;

    /** @param records of the topic */
    public ListingRecords(OwnRecords<SkuBarcode> records) {
        this.records = records;
    }

    /** A record's key as text. */
    public String key(byte @Nullable [] key, int partition) {
        return records.key(key, partition);
    }

    /** The barcode that a scope lists under an SKU; null if it lists none any more. */
    public @Nullable String barcode(String key, byte @Nullable [] value) {
        return value == null ? null : records.value(key, value).getBarcode();
    }
}
