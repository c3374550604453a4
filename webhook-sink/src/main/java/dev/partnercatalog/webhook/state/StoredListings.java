package dev.partnercatalog.webhook.state;

import dev.partnercatalog.schemas.key.ListingKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The listings in one task's store: each SKU's barcode, and the number of a scope's SKUs with it. A listing costs the
 * same however many others have its barcode, and however many of those were deleted. Confined to the task's thread.
 */
public final class StoredListings {

    private final KeyValueStore<Bytes, byte[]> store;
    private final Scan scan;
    private final StoredImages images;

    StoredListings(KeyValueStore<Bytes, byte[]> store, Scan scan, StoredImages images) {
        this.store = store;
        this.scan = scan;
        this.images = images;
    }

    /** Whether changed listings are left to the reader of the whole topic, who will reach them too. */
    public boolean areBeingRead() {
        return images.areBeingReadWithListings();
    }

    /** Whether a scope lists a variant. */
    public boolean contain(ScopedVariant variant) {
        return store.get(Keys.of(Keys.LISTED, variant)) != null;
    }

    /** Whether any scope of the company lists a variant. */
    public boolean containAnywhere(long companyId, String barcode) {
        return scan.hasAny(Keys.with(Keys.prefix(Keys.LISTED), companyId, barcode));
    }

    /**
     * Lists the SKU under its new barcode and no other; must be followed by {@link #putBarcode}, when everything that
     * follows from it is written. After a crash in between, this returns the same again.
     *
     * @param barcode null if the SKU has none any more
     * @return the variants that the scope now lists for the first time, or no longer lists
     */
    public List<ScopedVariant> list(ListingKey listing, @Nullable String barcode) {
        byte[] stored = store.get(Keys.of(listing));
        String before = stored == null ? null : new String(stored, StandardCharsets.US_ASCII);
        List<ScopedVariant> changed = new ArrayList<>();
        if (!Objects.equals(before, barcode)) {
            if (before != null && isLast(listing, before)) {
                changed.add(variant(listing, before));
            }
            if (barcode != null && isFirst(listing, barcode)) {
                changed.add(variant(listing, barcode));
            }
        }
        return changed;
    }

    /** Takes the SKU away from a barcode; returns whether it was the scope's last one. */
    private boolean isLast(ListingKey listing, String barcode) {
        Bytes key = Keys.of(Keys.LISTED, variant(listing, barcode));
        ListedUnder under = read(key);
        if (under == null) {
            return true; // That was written before a crash.
        }
        ListedUnder left = under.without(listing.sku());
        if (left == null) {
            store.delete(key);
        } else if (!left.equals(under)) {
            store.put(key, left.encode());
        }
        return left == null;
    }

    /** Adds the SKU to a barcode; returns whether it is the scope's first one. */
    private boolean isFirst(ListingKey listing, String barcode) {
        Bytes key = Keys.of(Keys.LISTED, variant(listing, barcode));
        ListedUnder under = read(key);
        ListedUnder more = under == null ? ListedUnder.first(listing.sku()) : under.with(listing.sku());
        if (!more.equals(under)) {
            store.put(key, more.encode());
        }
        return more.skus() == 1;
    }

    private @Nullable ListedUnder read(Bytes key) {
        byte[] stored = store.get(key);
        return stored == null ? null : ListedUnder.decode(stored);
    }

    private static ScopedVariant variant(ListingKey listing, String barcode) {
        return new ScopedVariant(listing.companyId(), listing.locationId(), barcode);
    }

    /** Sets the barcode that a scope lists under an SKU; null if it lists none any more. */
    public void putBarcode(ListingKey listing, @Nullable String barcode) {
        store.put(Keys.of(listing), barcode == null ? null : barcode.getBytes(StandardCharsets.US_ASCII));
    }
}
