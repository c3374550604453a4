package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.runtime.store.UnloggedStoreBuilder;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stores of the catalog in a process, which all of its tasks read, and what they share. Thread-safe. */
public final class CatalogStores {

    final TopicStore.Shared shared;
    private final SchemaRegistry registry;
    final EntryStore entries;
    final ListingStore listings;
    final ProductStore products;
    /** They are told which products arrive. */
    final Set<SinkCatalog> tasks = ConcurrentHashMap.newKeySet();

    private volatile boolean closing;

    public CatalogStores(TopicStore.Shared shared, SchemaRegistry registry) {
        this.shared = shared;
        this.registry = registry;
        this.entries = new EntryStore(this);
        this.listings = new ListingStore(this);
        this.products = new ProductStore(this);
    }

    public void addTo(Topology topology) {
        for (CatalogStore store : all()) {
            shared.unreadable().watch(store.topic());
            topology.addGlobalStore(
                    new UnloggedStoreBuilder<>(store.name(), () -> store),
                    store.name() + "-source",
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer(),
                    store.topic().name(shared.topics().prefix()),
                    store.name() + "-table",
                    () -> new CatalogUpdate(store, this));
        }
    }

    private List<CatalogStore> all() {
        return List.of(entries, listings, products);
    }

    /** The catalog as the task of a partition reads it. The task closes it. */
    public SinkCatalog ofTask(int partition) {
        return new SinkCatalog(this, partition);
    }

    /** A reader of a topic's records, for one thread. */
    <T extends SpecificRecord> OwnRecords<T> records(CatalogTopic topic, Class<T> type) {
        return new OwnRecords<>(topic, type, registry, shared.topics().prefix(), partitions());
    }

    public void bindTo(MeterRegistry meters) {
        all().forEach(store -> TopicStore.bindTo(meters, store.name(), store::size));
    }

    /** Makes durable what the stores hold; throws {@link InvalidStateStoreException} while they are closed. */
    public void flush() {
        all().forEach(store -> store.rows().flush());
    }

    /** Nothing waits for the registry any more. */
    public void closing() {
        closing = true;
    }

    /** A product can be read: tasks that wait for it look again. */
    void arrived(String barcode) {
        tasks.forEach(catalog -> catalog.arrived(barcode));
    }

    int partitions() {
        return shared.topics().partitions();
    }

    /** Puts a topic's records into its store, while the store is loaded and from then on. One that can't be read is left out. */
    private static final class CatalogUpdate extends ContextualProcessor<byte[], byte[], Void, Void> {

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
            if (shared.shared.progress().isLast(at.topic())) {
                store.endOfPoll();
            }
        }

        /** While the registry is away, nothing may be left out, and nothing is wrong with the record. */
        private void put(String key, Record<byte[], byte[]> record, RecordMetadata at) {
            while (true) {
                try {
                    store.put(key, record.value(), CatalogStore.Origin.of(record, at));
                    shared.shared.unreadable().gone(store.topic(), at.partition(), record.key());
                    return;
                } catch (UnreadableRecordException e) {
                    // Partners keep what they have, because what should replace it isn't known.
                    store.leftOut(record, at, e);
                    return;
                } catch (RegistryUnavailableException e) {
                    if (shared.closing) {
                        throw e;
                    }
                    LOG.warn("waiting for the registry to continue with {}: {}", at.topic(), e.getMessage());
                }
            }
        }
    }
}
