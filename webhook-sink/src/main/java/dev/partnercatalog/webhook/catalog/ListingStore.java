package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.RowRange;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The listings of one partition: each SKU's barcode, and the number of a scope's SKUs with it. A listing costs the same
 * however many others have its barcode, and however many of those were deleted. Confined to its task's thread.
 */
public final class ListingStore extends CatalogStore {

    /** Its name in the topology. */
    public static final String NAME = "listings";

    private final ListingRecords records;

    ListingStore(CatalogStores shared) {
        super(NAME, CatalogTopic.SKU_BARCODES, Family.LISTED, shared);
        this.records = shared.listingRecords();
    }

    /** Whether a scope lists a variant, or for all scopes of a company, whether any of them does. */
    public boolean contains(ScopedVariant variant) {
        if (!(variant.scope() instanceof Scope.AllOfCompany)) {
            return batch().get(Family.LISTED, CatalogKeys.of(variant)) != null;
        }
        try (ListedVariants listed = listed(variant.companyId(), variant.barcode(), null)) {
            return listed.variant() != null;
        }
    }

    /**
     * What a company lists, in order.
     *
     * @param barcode null for all variants
     * @param from the variant to start with, null for the first
     */
    public ListedVariants listed(long companyId, @Nullable String barcode, @Nullable ScopedVariant from) {
        byte[] prefix = CatalogKeys.with(new byte[0], companyId, barcode);
        byte[] first = from == null ? prefix : CatalogKeys.of(from);
        return new ListedVariants(rows().rows(
                        Family.LISTED,
                        Arrays.compareUnsigned(first, prefix) < 0 ? prefix : first,
                        CatalogKeys.after(prefix)));
    }

    /**
     * Lists the SKU under its new barcode and no other, unless the store {@linkplain #holds holds} the record.
     *
     * @param barcode null if the SKU has none any more
     * @return the variants that the scope now lists for the first time, or no longer lists
     */
    public List<Change> put(ListingKey listing, @Nullable String barcode, Origin origin) {
        if (holds(origin.offset())) {
            return List.of();
        }
        List<Change> changed = replace(listing, barcode, origin);
        took(origin.offset());
        return changed;
    }

    private List<Change> replace(ListingKey listing, @Nullable String barcode, Origin origin) {
        byte[] key = CatalogKeys.of(listing);
        byte[] stored = batch().get(Family.RECORDS, key);
        String before = stored == null ? null : new String(stored, StandardCharsets.US_ASCII);
        List<Change> changed = new ArrayList<>(2);
        if (Objects.equals(before, barcode)) {
            return changed;
        }
        batch().put(Family.RECORDS, key, barcode == null ? null : barcode.getBytes(StandardCharsets.US_ASCII));
        if (before != null) {
            count(listing, before, -1, origin, changed);
        }
        if (barcode != null) {
            count(listing, barcode, 1, origin, changed);
        }
        return changed;
    }

    private void count(ListingKey listing, String barcode, int more, Origin origin, List<Change> changed) {
        ScopedVariant variant = new ScopedVariant(Scope.of(listing.companyId(), listing.locationId()), barcode);
        byte[] key = CatalogKeys.of(variant);
        byte[] stored = batch().get(Family.LISTED, key);
        long before = stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
        long skus = before + more;
        batch().put(Family.LISTED, key, skus == 0 ? null : number(skus));
        if (before == 0 || skus == 0) {
            changed.add(changed(variant, origin));
        }
    }

    @Override
    void take(ConsumerRecord<byte[], byte[]> record) {
        String text = records.key(record.key(), partition());
        var unused = replace(ListingKey.parse(text), records.barcode(text, record.value()), Origin.of(record));
    }

    /** Variants that are listed, in order. For one thread, which closes it soon. */
    public static final class ListedVariants implements AutoCloseable {

        private final RowRange rows;
        private @Nullable ScopedVariant variant;

        private ListedVariants(RowRange rows) {
            this.rows = rows;
            read();
        }

        /** The current one; null if there are no more. */
        public @Nullable ScopedVariant variant() {
            return variant;
        }

        /** Moves on to the next one. */
        public void next() {
            rows.advance();
            read();
        }

        private void read() {
            variant = rows.hasNext() ? CatalogKeys.variant(rows.key(), 0) : null;
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
