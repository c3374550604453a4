package dev.partnercatalog.streams.listing;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.schemas.key.ListingKey;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Remembers each SKU's barcode, so that an SKU that moves is removed from its previous barcode, and forwards the
 * resulting changes of variants.
 */
public final class TrackListings extends ContextualProcessor<String, @Nullable SkuBarcode, String, ListingMove> {

    /** The store of {@link ListedSkus}. */
    public static final String STORE = "listings";

    private @Nullable ListedSkus listed;

    @Override
    public void init(ProcessorContext<String, ListingMove> context) {
        super.init(context);
        KeyValueStore<String, String> store = context.getStateStore(STORE);
        listed = new ListedSkus(store::get, store::put);
    }

    @Override
    public void process(Record<String, @Nullable SkuBarcode> record) {
        SkuBarcode value = record.value();
        ListingMove move = Objects.requireNonNull(listed)
                .list(ListingKey.parse(record.key()), value == null ? null : value.getBarcode());
        if (move != null) {
            context().forward(record.withValue(move));
        }
    }
}
