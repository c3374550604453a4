package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a topic's records into its store, while the store is loaded and from then on. One that can't be read is left out. */
final class CatalogUpdate extends ContextualProcessor<byte[], byte[], Void, Void> {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogUpdate.class);

    private final CatalogStore store;
    private final CatalogStores shared;

    CatalogUpdate(CatalogStore store, CatalogStores shared) {
        this.store = store;
        this.shared = shared;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata at = context().recordMetadata().orElseThrow();
        String key = store.key(record, at);
        if (key != null) {
            put(key, record, at);
        }
        store.took(at.partition(), at.offset());
        if (shared.shared().progress().isLast(at.topic())) {
            store.endOfPoll();
        }
    }

    /** While the registry is away, nothing may be left out, and nothing is wrong with the record. */
    private void put(String key, Record<byte[], byte[]> record, RecordMetadata at) {
        while (true) {
            try {
                store.put(key, record.value(), CatalogStore.Origin.of(record, at));
                shared.shared().unreadable().gone(store.topic(), at.partition(), record.key());
                return;
            } catch (UnreadableRecordException e) {
                // Partners keep what they have, because what should replace it isn't known.
                store.leftOut(record, at, e);
                return;
            } catch (RegistryUnavailableException e) {
                if (shared.isClosing()) {
                    throw e;
                }
                LOG.warn("waiting for the registry to continue with {}: {}", at.topic(), e.getMessage());
            }
        }
    }
}
