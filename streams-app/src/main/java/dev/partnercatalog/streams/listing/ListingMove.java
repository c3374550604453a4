package dev.partnercatalog.streams.listing;

import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.schemas.key.ListingKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.streams.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * An SKU that is listed, moves to another barcode, or is no longer listed; or whose listing is published or stated
 * again.
 *
 * @param left the barcode that the company no longer lists under any SKU; null if there is none
 * @param barcode the SKU's barcode from now on; null if it no longer has one
 * @param moved whether that is written to the table of SKUs
 * @param first whether the company lists that barcode for the first time
 */
public record ListingMove(
        ListingKey key, @Nullable String left, @Nullable String barcode, boolean moved, boolean first) {

    private static final ByteBuffer LISTED = ByteBuffer.allocate(0).asReadOnlyBuffer();

    /** The new row of the table of SKUs; null if the SKU is gone. */
    public @Nullable SkuBarcode skuBarcode() {
        return barcode == null ? null : new SkuBarcode(barcode);
    }

    /**
     * The changes of variants that result, by barcode. A listing that is published again is passed on again, which helps
     * if an update of the company's first one was set aside.
     */
    public List<KeyValue<String, LayerUpdate>> layerUpdates() {
        List<KeyValue<String, LayerUpdate>> updates = new ArrayList<>();
        if (left != null) {
            updates.add(KeyValue.pair(left, update(null)));
        }
        if (barcode != null && (first || !moved)) {
            updates.add(KeyValue.pair(barcode, update(LISTED)));
        }
        return updates;
    }

    private LayerUpdate update(@Nullable ByteBuffer listed) {
        return LayerUpdate.newBuilder()
                .setKind(LayerKind.LISTING)
                .setCompanyId(key.companyId())
                .setLayer(listed)
                .build();
    }
}
