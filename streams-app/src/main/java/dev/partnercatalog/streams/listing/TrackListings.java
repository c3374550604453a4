package dev.partnercatalog.streams.listing;

import dev.partnercatalog.records.ListingUpdate;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.InputKey;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Remembers each SKU's barcode, so that an SKU that moves is removed from its previous barcode, and how many of a
 * company's SKUs have a barcode, because only the first and the last of these affect variants. Forwards the moves.
 */
public final class TrackListings extends ContextualProcessor<String, ListingUpdate, String, ListingMove> {

    /**
     * The store of barcodes by {@code companyId/locationId/sku}, and of the number of a company's SKUs, in decimal, by
     * {@code companyId/barcode}.
     */
    public static final String STORE = "listings";

    private @Nullable KeyValueStore<String, String> rows;

    /** The record of an input that a row of the store is for; null if it is for several. */
    public static @Nullable InputKey input(String row) {
        return row.indexOf('/') == row.lastIndexOf('/') ? null : new InputKey(CatalogTopic.LISTINGS, row);
    }

    @Override
    public void init(ProcessorContext<String, ListingMove> context) {
        super.init(context);
        rows = context.getStateStore(STORE);
    }

    @Override
    public void process(Record<String, ListingUpdate> record) {
        String barcode = record.value().getBarcode();
        ListingKey key = ListingKey.parse(record.key());
        String before = rows().get(record.key());
        boolean moved = !Objects.equals(before, barcode);
        boolean last = moved && before != null && count(key, before, -1) == 0;
        boolean first = moved && barcode != null && count(key, barcode, 1) == 1;
        if (moved) {
            rows().put(record.key(), barcode);
        }
        context().forward(record.withValue(new ListingMove(key, last ? before : null, barcode, moved, first)));
    }

    private long count(ListingKey listing, String barcode, int change) {
        String key = listing.companyId() + "/" + barcode;
        String before = rows().get(key);
        long after = (before == null ? 0 : Long.parseLong(before)) + change;
        rows().put(key, after == 0 ? null : Long.toString(after));
        return after;
    }

    private KeyValueStore<String, String> rows() {
        return Objects.requireNonNull(rows);
    }
}
