package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.trace.CanaryWatch;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;

/** The tables as they run, with one partition each, into which a test puts records one after the other. */
public final class TablesOfDriver implements AutoCloseable {

    private static final TopicSettings TOPICS = new TopicSettings("catalog.", 1, (short) 1);

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry;
    private final TableState state = new TableState(Duration.ZERO);
    private final TableProgress progress = new TableProgress(TOPICS);
    private final RocksDbMemory outsideHeap = new RocksDbMemory(16 << 20);
    private final UnreadableRecords unreadable = new UnreadableRecords(new SimpleMeterRegistry(), "catalog.");
    private final MemoryFilling memory = new MemoryFilling(new MemoryTier(8 << 20, null));
    private final TopologyTestDriver driver;

    public TablesOfDriver(Path folder, ChangeWatch watch) {
        this(folder, watch, new CanaryWatch(Duration.ofSeconds(10), InstantSource.system()), Duration.ofSeconds(2));
    }

    TablesOfDriver(Path folder, ChangeWatch watch, CanaryWatch canaries, Duration registryPatience) {
        registry = new SchemaRegistry(registryServer.url(), registryPatience);
        Topology topology = topology(watch, canaries);
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        driver = new TopologyTestDriver(topology, properties);
        state.loaded(name -> (TableStore) driver.getStateStore(name));
    }

    Topology topology(ChangeWatch watch, CanaryWatch canaries) {
        Topology topology = new Topology();
        TableTopology.addTo(
                topology,
                TOPICS,
                registry,
                new TableStores(
                        outsideHeap,
                        memory,
                        progress,
                        unreadable,
                        StoreInTest.TOPICS,
                        TopicSettings.MOVES_RETENTION,
                        () -> {},
                        // Before the times of all tests.
                        InstantSource.fixed(Instant.EPOCH)),
                canaries,
                watch,
                new Closing() {
                    @Override
                    public boolean isWanted() {
                        return false;
                    }

                    @Override
                    public boolean breaksOff() {
                        return false;
                    }
                });
        return topology;
    }

    public CatalogReader catalog() {
        return new LocalCatalog(state, progress, TOPICS, () -> Duration.ZERO);
    }

    RegistryDouble registryServer() {
        return registryServer;
    }

    SchemaRegistry registry() {
        return registry;
    }

    long unreadable(CatalogTopic topic) {
        return unreadable.count(topic);
    }

    byte @Nullable [] stored(StoredTable table, String key) {
        return state.store(table).get(key);
    }

    /** Puts an entry; null deletes it. */
    public void put(VariantKey key, @Nullable ResolvedEntry entry) {
        CatalogTopic topic = key.companyId() == null ? CatalogTopic.RESOLVED_VARIANTS : CatalogTopic.COMPANY_VARIANTS;
        try (var serializer = new RecordSerializer<ResolvedVariant>(registry, topic)) {
            put(
                    topic,
                    key.encode(),
                    entry == null
                            ? null
                            : serializer.serialize(topic.name("catalog."), VariantRecords.variant(key, 1, entry)));
        }
    }

    /** Lists an SKU with a barcode; null removes the listing. */
    public void list(long companyId, long locationId, String sku, @Nullable String barcode) {
        try (var serializer = new RecordSerializer<SkuBarcode>(registry, CatalogTopic.SKU_BARCODES)) {
            put(
                    CatalogTopic.SKU_BARCODES,
                    companyId + "/" + locationId + "/" + sku,
                    barcode == null ? null : serializer.serialize("catalog.sku-barcodes", new SkuBarcode(barcode)));
        }
    }

    /** Puts a raw record. */
    public void put(CatalogTopic topic, String key, byte @Nullable [] value) {
        driver.createInputTopic(topic.name("catalog."), new StringSerializer(), new ByteArraySerializer())
                .pipeInput(key, value);
    }

    @Override
    public void close() {
        driver.close();
        memory.close();
        outsideHeap.close();
        unreadable.close();
        registryServer.close();
    }
}
