package dev.partnercatalog.streams.listing;

import dev.partnercatalog.records.ListingUpdate;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.streams.sweep.StoreSweep;
import dev.partnercatalog.streams.sweep.Sweeps;
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
public final class TrackListings extends ContextualProcessor<String, ListingUpdate, String, ListingMove> {

    /** The store of {@link ListedSkus}. */
    public static final String STORE = "listings";

    private final Sweeps sweeps;
    private @Nullable ListedSkus listed;
    private @Nullable StoreSweep<String> sweep;

    /** @param sweeps of the store */
    public TrackListings(Sweeps sweeps) {
        this.sweeps = sweeps;
    }

    @Override
    public void init(ProcessorContext<String, ListingMove> context) {
        super.init(context);
        KeyValueStore<String, String> store = context.getStateStore(STORE);
        listed = new ListedSkus(store::get, store::put);
        sweep = new StoreSweep<>(sweeps, context, STORE, text -> text, new Skus());
    }

    @Override
    public void process(Record<String, ListingUpdate> record) {
        Objects.requireNonNull(sweep).arrived(record.key());
        list(record, record.value().getBarcode());
    }

    private void list(Record<String, ?> record, @Nullable String barcode) {
        ListingMove move = Objects.requireNonNull(listed).list(ListingKey.parse(record.key()), barcode);
        context().forward(record.withValue(move));
    }

    @Override
    public void close() {
        if (sweep != null) {
            sweep.close();
        }
    }

    private final class Skus implements StoreSweep.Rows {

        @Override
        public boolean areOfInput(String row) {
            return ListedSkus.isSku(row);
        }

        @Override
        public void remove(String row) {
            list(new Record<>(row, null, context().currentSystemTimeMs()), null);
        }
    }
}
