package dev.partnercatalog.streams.listing;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.ListingKey;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Remembers each SKU's barcode, so that one that moves is taken off the barcode it came from, and counts how many SKUs of
 * a company have a barcode: only the first one and the last make a difference to variants.
 */
public final class TrackListings extends ContextualProcessor<String, @Nullable SkuBarcode, String, ListingMove> {

    /**
     * The store of barcodes by {@code companyId/locationId/sku}, and of how many SKUs of a company have a barcode, in
     * decimal, by {@code companyId/barcode}.
     */
    public static final String STORE = "listings";

    private @Nullable KeyValueStore<String, String> listings;

    @Override
    public void init(ProcessorContext<String, ListingMove> context) {
        super.init(context);
        listings = context.getStateStore(STORE);
    }

    @Override
    public void process(Record<String, @Nullable SkuBarcode> record) {
        SkuBarcode listed = record.value();
        String after = listed == null ? null : listed.getBarcode();
        String before = store().get(record.key());
        ListingKey key = ListingKey.parse(record.key());
        if (Objects.equals(before, after)) {
            if (after != null) {
                context().forward(record.withValue(new ListingMove(key, null, after, false, false)));
            }
            return;
        }
        boolean last = before != null && count(key, before, -1) == 0;
        boolean first = after != null && count(key, after, 1) == 1;
        store().put(record.key(), after);
        context().forward(record.withValue(new ListingMove(key, last ? before : null, after, true, first)));
    }

    private long count(ListingKey listing, String barcode, int change) {
        String key = new CompanyVariantKey(listing.companyId(), barcode).encode();
        String before = store().get(key);
        long after = (before == null ? 0 : Long.parseLong(before)) + change;
        store().put(key, after == 0 ? null : Long.toString(after));
        return after;
    }

    private KeyValueStore<String, String> store() {
        return Objects.requireNonNull(listings);
    }
}
