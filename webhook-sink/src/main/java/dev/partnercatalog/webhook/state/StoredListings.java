package dev.partnercatalog.webhook.state;

import dev.partnercatalog.schemas.key.ListingKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The listings in one task's store. Confined to the task's thread. */
public final class StoredListings {

    private static final byte[] PRESENT = new byte[0];

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
        return scan.hasAny(Keys.with(Keys.prefix(Keys.LISTED), variant), null);
    }

    /** Whether any scope of the company lists a variant. */
    public boolean containAnywhere(long companyId, String barcode) {
        return scan.hasAny(Keys.with(Keys.prefix(Keys.LISTED), companyId, barcode), null);
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
            if (before != null) {
                store.delete(Keys.listed(listing, before));
                addUnlessListedOtherwise(changed, listing, before);
            }
            if (barcode != null) {
                store.put(Keys.listed(listing, barcode), PRESENT);
                addUnlessListedOtherwise(changed, listing, barcode);
            }
        }
        return changed;
    }

    private void addUnlessListedOtherwise(List<ScopedVariant> variants, ListingKey listing, String barcode) {
        ScopedVariant variant = new ScopedVariant(listing.companyId(), listing.locationId(), barcode);
        if (!scan.hasAny(Keys.with(Keys.prefix(Keys.LISTED), variant), Keys.listed(listing, barcode))) {
            variants.add(variant);
        }
    }

    /** Sets the barcode that a scope lists under an SKU; null if it lists none any more. */
    public void putBarcode(ListingKey listing, @Nullable String barcode) {
        store.put(Keys.of(listing), barcode == null ? null : barcode.getBytes(StandardCharsets.US_ASCII));
    }
}
