package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.RowStateStore;
import dev.partnercatalog.runtime.store.SourceTopic;
import dev.partnercatalog.runtime.store.StoreTimes;
import dev.partnercatalog.runtime.store.UnloggedStoreBuilder;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/** The stores of the catalog in a process, which all of its tasks read, and what they share. Thread-safe. */
public final class CatalogStores {

    private final Disk disk;
    private final TableProgress progress;
    private final SchemaRegistry registry;
    private final TopicSettings topics;
    private final UnreadableRecords unreadable;
    private final InstantSource clock;
    private final EntryStore entries;
    private final ListingStore listings;
    private final ProductStore products;
    private final Set<ProductArrivals> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;

    /**
     * What the stores are made from and with.
     *
     * @param memory outside the heap
     * @param sources the topics of all stores
     * @param room waits until the stores can be written
     */
    public record Disk(RocksDbMemory memory, Map<CatalogTopic, SourceTopic> sources, Runnable room) {

        public Disk {
            sources = Map.copyOf(sources);
        }
    }

    /**
     * Opens nothing yet.
     *
     * @param progress learns how far the stores are
     * @param unreadable learns which records in the stores can't be read
     */
    public CatalogStores(
            Disk disk,
            TableProgress progress,
            SchemaRegistry registry,
            TopicSettings topics,
            UnreadableRecords unreadable,
            InstantSource clock) {
        this.disk = disk;
        this.progress = progress;
        this.registry = registry;
        this.topics = topics;
        this.unreadable = unreadable;
        this.clock = clock;
        this.entries = new EntryStore(this);
        this.listings = new ListingStore(this);
        this.products = new ProductStore(this);
    }

    /** Adds the stores to a topology that isn't running yet. */
    public void addTo(Topology topology) {
        for (CatalogStore store : all()) {
            unreadable.watch(store.topic());
            topology.addGlobalStore(
                    new UnloggedStoreBuilder<>(store.name(), () -> store),
                    store.name() + "-source",
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer(),
                    store.topic().name(topics.prefix()),
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
        return new OwnRecords<>(topic, type, registry, topics.prefix(), topics.partitions());
    }

    /** Registers the metrics of the stores. */
    public void bindTo(MeterRegistry meters) {
        all().forEach(store -> RowStateStore.bindTo(meters, store.name(), store::size));
    }

    /** What is known of the age of a topic's store; null while it is closed. */
    public @Nullable StoreTimes times(CatalogTopic topic) {
        for (CatalogStore store : all()) {
            if (store.topic() == topic) {
                try {
                    return store.times();
                } catch (InvalidStateStoreException e) {
                    return null;
                }
            }
        }
        return null;
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

    /** How far the stores are. */
    TableProgress progress() {
        return progress;
    }

    /** What the names of topics begin with. */
    String prefix() {
        return topics.prefix();
    }

    /** The number of partitions of each topic. */
    int partitions() {
        return topics.partitions();
    }

    SourceTopic source(CatalogTopic topic) {
        return Objects.requireNonNull(disk.sources().get(topic), "a store without a topic");
    }

    /** Waits until the stores can be written. */
    void awaitRoom() {
        disk.room().run();
    }

    RocksDbMemory memory() {
        return disk.memory();
    }

    UnreadableRecords unreadable() {
        return unreadable;
    }

    InstantSource clock() {
        return clock;
    }
}
