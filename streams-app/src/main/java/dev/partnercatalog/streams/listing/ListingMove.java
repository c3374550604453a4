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
 * An SKU that goes from one barcode to another; the two are never the same.
 *
 * @param before null where the SKU wasn't listed
 * @param after null where it no longer is
 */
public record ListingMove(
        ListingKey key, @Nullable String before, @Nullable String after) {

    private static final ByteBuffer LISTED = ByteBuffer.allocate(0).asReadOnlyBuffer();

    /** What the table of SKUs now says; null where the SKU is gone. */
    public @Nullable SkuBarcode skuBarcode() {
        return after == null ? null : new SkuBarcode(after);
    }

    /** The old barcode loses the listing and the new one gains it: two variants change. */
    public List<KeyValue<String, LayerUpdate>> layerUpdates() {
        List<KeyValue<String, LayerUpdate>> updates = new ArrayList<>();
        if (before != null) {
            updates.add(KeyValue.pair(before, update(null)));
        }
        if (after != null) {
            updates.add(KeyValue.pair(after, update(LISTED)));
        }
        return updates;
    }

    private LayerUpdate update(@Nullable ByteBuffer listed) {
        LayerUpdate update = new LayerUpdate();
        update.setKind(LayerKind.LISTING);
        update.setCompanyId(key.companyId());
        update.setLocationId(key.isCompanyWide() ? null : key.locationId());
        update.setSku(key.sku());
        update.setLayer(listed);
        return update;
    }
}
