package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
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
        CatalogTopic topic = store.topic();
        byte[] key = record.key();
        try {
            String text = OwnRecords.key(topic, key, at.partition(), shared.partitions());
            put(text, record, at);
            shared.unreadable().gone(topic, at.partition(), key);
        } catch (UnreadableRecordException e) {
            if (record.value() != null) {
                // Partners keep what they have, because what should replace it isn't known.
                shared.unreadable()
                        .found(new UnreadableRecord(
                                topic, at.partition(), at.offset(), key, String.valueOf(e.getMessage())));
            } else if (key != null) {
                shared.unreadable().gone(topic, at.partition(), key);
            }
        }
        store.took(at.partition(), at.offset());
        if (shared.progress().isLast(at.topic())) {
            store.endOfPoll();
        }
    }

    /** While the registry is away, nothing may be left out, and nothing is wrong with the record. */
    private void put(String key, Record<byte[], byte[]> record, RecordMetadata at) {
        while (true) {
            try {
                store.put(key, record.value(), CatalogStore.Origin.of(record, at));
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
