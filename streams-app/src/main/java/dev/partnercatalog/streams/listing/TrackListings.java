package dev.partnercatalog.streams.listing;

import dev.partnercatalog.records.ListingUpdate;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.streams.repair.Doubts;
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

    private @Nullable ListedSkus listed;
    private @Nullable Doubts doubts;

    @Override
    public void init(ProcessorContext<String, ListingMove> context) {
        super.init(context);
        KeyValueStore<String, String> store = context.getStateStore(STORE);
        listed = new ListedSkus(store::get, store::put);
        doubts = new Doubts();
    }

    @Override
    public void process(Record<String, ListingUpdate> record) {
        ListedSkus skus = Objects.requireNonNull(listed);
        ListingKey key = ListingKey.parse(record.key());
        ListingUpdate update = record.value();
        ListingMove move = switch (Objects.requireNonNull(doubts)
                .take(record.key(), update.getRepair(), context().currentSystemTimeMs())) {
            case APPLY -> skus.list(key, update.getBarcode());
            case REMOVE -> skus.list(key, null);
            case STATE_AGAIN -> skus.stateAgain(key);
            case IGNORE -> null;
        };
        if (move != null) {
            context().forward(record.withValue(move));
        }
    }
}
