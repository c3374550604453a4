package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Puts the records of {@code resolved-variants} into the store of products, while it is loaded and from then on. */
final class ProductUpdate extends ContextualProcessor<byte[], byte[], Void, Void> {

    private static final CatalogTopic TOPIC = CatalogTopic.RESOLVED_VARIANTS;

    private final CatalogStores shared;
    private @Nullable ProductStore store;

    ProductUpdate(CatalogStores shared) {
        this.shared = shared;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        store = context.getStateStore(ProductStore.NAME);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata at = context().recordMetadata().orElseThrow();
        byte[] key = record.key();
        try {
            String barcode = OwnRecords.key(TOPIC, key, at.partition(), shared.partitions());
            shared.unreadable().gone(TOPIC, at.partition(), key);
            Objects.requireNonNull(store, "not initialized").put(barcode, record.value(), at.partition(), at.offset());
        } catch (UnreadableRecordException e) {
            if (record.value() != null) {
                shared.unreadable()
                        .found(new UnreadableRecord(
                                TOPIC, at.partition(), at.offset(), key, String.valueOf(e.getMessage())));
            } else if (key != null) {
                shared.unreadable().gone(TOPIC, at.partition(), key);
            }
        }
    }
}
