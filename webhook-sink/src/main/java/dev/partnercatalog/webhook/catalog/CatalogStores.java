package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.RowStateStore;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.SourceTopic;
import dev.partnercatalog.runtime.store.UnloggedStoreBuilder;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.StoreBuilder;

/** Makes the stores of all tasks of a process, and has what they share. Thread-safe. */
public final class CatalogStores {

    private final RocksDbMemory memory;
    private final Map<CatalogTopic, SourceTopic> sources;
    private final SchemaRegistry registry;
    private final TopicSettings topics;
    private final UnreadableRecords unreadable;
    private final InstantSource clock;
    private final ProductStore products = new ProductStore(this);
    private final Set<CatalogStore> open = ConcurrentHashMap.newKeySet();

    /**
     * Opens nothing yet.
     *
     * @param memory outside the heap
     * @param sources the topics of all stores
     * @param unreadable learns which records in the stores can't be read
     */
    public CatalogStores(
            RocksDbMemory memory,
            Map<CatalogTopic, SourceTopic> sources,
            SchemaRegistry registry,
            TopicSettings topics,
            UnreadableRecords unreadable,
            InstantSource clock) {
        this.memory = memory;
        this.sources = Map.copyOf(sources);
        this.registry = registry;
        this.topics = topics;
        this.unreadable = unreadable;
        this.clock = clock;
    }

    /** Makes the stores of entries. */
    public StoreBuilder<EntryStore> entries() {
        return new UnloggedStoreBuilder<>(EntryStore.NAME, () -> new EntryStore(this));
    }

    /** Makes the stores of listings. */
    public StoreBuilder<ListingStore> listings() {
        return new UnloggedStoreBuilder<>(ListingStore.NAME, () -> new ListingStore(this));
    }

    /** Adds the store of products to a topology that isn't running yet. */
    public void addProducts(Topology topology) {
        CatalogTopic topic = CatalogTopic.RESOLVED_VARIANTS;
        unreadable.watch(topic);
        topology.addGlobalStore(
                new UnloggedStoreBuilder<>(ProductStore.NAME, () -> products),
                ProductStore.NAME + "-source",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                topic.name(topics.prefix()),
                ProductStore.NAME + "-table",
                () -> new ProductUpdate(this));
    }

    /** A reader of entries' records, for one thread. */
    public EntryRecords entryRecords() {
        return new EntryRecords(records(CatalogTopic.COMPANY_VARIANTS, CompanyVariant.class));
    }

    /** A reader of products' records, for one thread. */
    OwnRecords<ResolvedVariant> productRecords() {
        return records(CatalogTopic.RESOLVED_VARIANTS, ResolvedVariant.class);
    }

    /** A reader of listings' records, for one thread. */
    public ListingRecords listingRecords() {
        return new ListingRecords(records(CatalogTopic.SKU_BARCODES, SkuBarcode.class));
    }

    private <T extends SpecificRecord> OwnRecords<T> records(CatalogTopic topic, Class<T> type) {
        return new OwnRecords<>(topic, type, registry, topics.prefix(), topics.partitions());
    }

    /** Registers the metrics of the stores. */
    public void bindTo(MeterRegistry meters) {
        for (String store : Set.of(EntryStore.NAME, ListingStore.NAME)) {
            RowStateStore.bindTo(meters, store, size -> sum(store, size));
        }
        RowStateStore.bindTo(meters, ProductStore.NAME, products::size);
    }

    private long sum(String store, ToLongFunction<RowStore> size) {
        return open.stream()
                .filter(one -> one.name().equals(store))
                .mapToLong(one -> one.size(size))
                .sum();
    }

    void opened(CatalogStore store) {
        open.add(store);
    }

    void closed(CatalogStore store) {
        open.remove(store);
    }

    /** A product can be read: tasks that wait for it look again. */
    void arrived(String barcode) {
        for (CatalogStore store : open) {
            if (store instanceof EntryStore entries) {
                entries.arrived(barcode);
            }
        }
    }

    /** The store of products. */
    ProductStore products() {
        return products;
    }

    /** The number of partitions of each topic. */
    int partitions() {
        return topics.partitions();
    }

    SourceTopic source(CatalogTopic topic) {
        return Objects.requireNonNull(sources.get(topic), "a store without a topic");
    }

    RocksDbMemory memory() {
        return memory;
    }

    UnreadableRecords unreadable() {
        return unreadable;
    }

    InstantSource clock() {
        return clock;
    }
}
