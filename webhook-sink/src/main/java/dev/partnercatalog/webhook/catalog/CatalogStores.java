package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.runtime.store.RowStateStore;
import dev.partnercatalog.runtime.store.UnloggedStoreBuilder;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.InvalidStateStoreException;

/** The stores of the catalog in a process, which all of its tasks read, and what they share. Thread-safe. */
public final class CatalogStores {

    private final TopicStore.Shared shared;
    private final SchemaRegistry registry;
    private final EntryStore entries;
    private final ListingStore listings;
    private final ProductStore products;
    private final Set<ProductArrivals> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;

    /** Opens nothing yet. */
    public CatalogStores(TopicStore.Shared shared, SchemaRegistry registry) {
        this.shared = shared;
        this.registry = registry;
        this.entries = new EntryStore(this);
        this.listings = new ListingStore(this);
        this.products = new ProductStore(this);
    }

    /** Adds the stores to a topology that isn't running yet. */
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

    /** Registers the metrics of the stores. */
    public void bindTo(MeterRegistry meters) {
        all().forEach(store -> RowStateStore.bindTo(meters, store.name(), store::size));
    }

    /** Makes durable what the stores hold; throws {@link InvalidStateStoreException} while they are closed. */
    public void flush() {
        all().forEach(store -> store.rows().flush());
    }

    /** Nothing waits for the registry any more. */
    public void closing() {
        closing = true;
    }

    boolean isClosing() {
        return closing;
    }

    /** Tells from now on which products arrive. */
    void tell(ProductArrivals arrivals) {
        waiting.add(arrivals);
    }

    void tellNoMore(ProductArrivals arrivals) {
        waiting.remove(arrivals);
    }

    /** A product can be read: tasks that wait for it look again. */
    void arrived(String barcode) {
        waiting.forEach(arrivals -> arrivals.arrived(barcode));
    }

    EntryStore entries() {
        return entries;
    }

    ListingStore listings() {
        return listings;
    }

    ProductStore products() {
        return products;
    }

    /** What the stores are made with. */
    TopicStore.Shared shared() {
        return shared;
    }

    /** The number of partitions of each topic. */
    int partitions() {
        return shared.topics().partitions();
    }
}
