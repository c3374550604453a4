package dev.partnercatalog.streams.listing;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.schemas.key.ListingKey;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Remembers each SKU's barcode, so that one that moves is taken off the barcode it came from. */
public final class TrackListings extends ContextualProcessor<String, @Nullable SkuBarcode, String, ListingMove> {

    /** The store of barcodes by listing key. */
    public static final String STORE = "listings";

    private @Nullable KeyValueStore<String, String> barcodes;

    @Override
    public void init(ProcessorContext<String, ListingMove> context) {
        super.init(context);
        barcodes = context.getStateStore(STORE);
    }

    @Override
    public void process(Record<String, @Nullable SkuBarcode> record) {
        KeyValueStore<String, String> store = Objects.requireNonNull(barcodes);
        SkuBarcode listed = record.value();
        String after = listed == null ? null : listed.getBarcode();
        String before = store.get(record.key());
        if (Objects.equals(before, after)) {
            return;
        }
        store.put(record.key(), after);
        context().forward(record.withValue(new ListingMove(ListingKey.parse(record.key()), before, after)));
    }
}
