package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.RowStore.RowRange;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The listings: each SKU's barcode, and the number of a scope's SKUs with it. A listing costs the same however many others
 * have its barcode, and however many of those were deleted.
 */
public final class ListingStore extends CatalogStore {

    static final String NAME = "listings";

    private final OwnRecords<SkuBarcode> records;

    ListingStore(CatalogStores shared) {
        super(NAME, CatalogTopic.SKU_BARCODES, EnumSet.of(Family.LISTED, Family.CHANGES, Family.LATEST), shared);
        this.records = shared.records(CatalogTopic.SKU_BARCODES, SkuBarcode.class);
    }

    /** Whether a scope lists a variant, or for all scopes of a company, whether any of them does. */
    public boolean contains(ScopedVariant variant) {
        if (!(variant.scope() instanceof Scope.AllOfCompany)) {
            return rows().get(Family.LISTED, CatalogKeys.of(variant)) != null;
        }
        return !listed(variant.companyId(), variant.barcode(), null, 1).isEmpty();
    }

    /**
     * Some of what a company lists, in order.
     *
     * @param barcode null for all variants
     * @param from the variant to start with, null for the first
     */
    public List<ScopedVariant> listed(
            long companyId, @Nullable String barcode, @Nullable ScopedVariant from, int limit) {
        byte[] prefix = CatalogKeys.with(new byte[0], companyId, barcode);
        byte[] first = from == null ? prefix : CatalogKeys.of(from);
        byte[] begin = Arrays.compareUnsigned(first, prefix) < 0 ? prefix : first;
        List<ScopedVariant> listed = new ArrayList<>();
        try (RowRange rows = rows().rows(Family.LISTED, begin, CatalogKeys.after(prefix))) {
            for (; rows.hasNext() && listed.size() < limit; rows.advance()) {
                listed.add(CatalogKeys.variant(rows.key(), 0));
            }
        }
        return listed;
    }

    /** Lists the SKU under its new barcode and no other. */
    @Override
    void take(String text, byte @Nullable [] value, Origin origin) {
        ListingKey listing = ListingKey.parse(text);
        String barcode = value == null ? null : records.value(text, value).getBarcode();
        byte[] key = CatalogKeys.of(listing);
        byte[] stored = batch().get(Family.RECORDS, key);
        String before = stored == null ? null : new String(stored, StandardCharsets.US_ASCII);
        if (Objects.equals(before, barcode)) {
            return;
        }
        batch().put(Family.RECORDS, key, barcode == null ? null : barcode.getBytes(StandardCharsets.US_ASCII));
        if (before != null) {
            count(listing, before, -1, origin);
        }
        if (barcode != null) {
            count(listing, barcode, 1, origin);
        }
    }

    private void count(ListingKey listing, String barcode, int more, Origin origin) {
        ScopedVariant variant = new ScopedVariant(Scope.of(listing.companyId(), listing.locationId()), barcode);
        byte[] key = CatalogKeys.of(variant);
        byte[] stored = batch().get(Family.LISTED, key);
        long before = stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
        long skus = before + more;
        batch().put(Family.LISTED, key, skus == 0 ? null : number(skus));
        if (before == 0 || skus == 0) {
            changed(variant, origin);
        }
    }
}
