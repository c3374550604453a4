package dev.partnercatalog.query.table;

import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.table.TableTopology.TableStores;
import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.registry.RecordSerializers;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.jspecify.annotations.Nullable;

/** The tables as they run, with one partition each, into which a test puts records one after the other. */
public final class TablesOfDriver implements AutoCloseable {

    static final ResolvedConfiguration EVERYTHING = new ResolvedConfiguration(AllowedFields.ALL, Map.of(), null, null);

    private static final TopicSettings TOPICS = new TopicSettings("catalog.", 1, (short) 1);

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry;
    private final RecordSerializers serializers;
    private final TableState state = new TableState(Duration.ZERO, () -> {});
    private final TableProgress progress = new TableProgress(TOPICS);
    private final CatalogReader catalog = new LocalCatalog(state, progress, TOPICS, () -> Duration.ZERO);
    private final RocksDbMemory outsideHeap = new RocksDbMemory(16 << 20);
    private final UnreadableRecords unreadable = new UnreadableRecords(new SimpleMeterRegistry(), "catalog.");
    private final MemoryTier memory = new MemoryTier(8 << 20, null);
    private final TopologyTestDriver driver;

    public TablesOfDriver(Path folder, ChangeWatch watch) {
        this(folder, watch, Duration.ofSeconds(2));
    }

    TablesOfDriver(Path folder, ChangeWatch watch, Duration registryPatience) {
        registry = new SchemaRegistry(registryServer.url(), registryPatience);
        serializers = new RecordSerializers(registry);
        Topology topology = topology(watch);
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "test");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.toString());
        driver = new TopologyTestDriver(topology, properties);
        state.loaded(name -> (TableStore) driver.getStateStore(name));
    }

    /** An entry with a name, for sale in California. */
    public static ResolvedEntry entry(String name) {
        FieldValues.Builder bpd = FieldValues.builder().set(VariantField.NAME, name);
        return new VariantLayers(
                        bpd.set(VariantField.STATE_CODES, List.of("CA")).build(), null, null, null)
                .resolve();
    }

    /** The record of an image, for a partner that may see everything. */
    static String json(VariantImage image, Scope scope) {
        var json = new ByteArrayOutputStream();
        image.writeTo(json::write, new ScopeView(EVERYTHING, scope));
        return json.toString(StandardCharsets.UTF_8);
    }

    static String name(VariantImage image) {
        return json(image, Scope.of(1, 11)).replaceAll(".*,\"name\":\"([^\"]*)\",\"pack.*", "$1");
    }

    Topology topology(ChangeWatch watch) {
        Topology topology = new Topology();
        TableTopology.addTo(
                topology,
                registry,
                new TableStores(
                        new TopicStore.Shared(
                                outsideHeap,
                                new StoreSources(Map.of(), StoreInTest.KEPT),
                                progress,
                                unreadable,
                                TOPICS,
                                () -> {},
                                // Before the times of all tests.
                                InstantSource.fixed(Instant.EPOCH)),
                        memory,
                        TopicSettings.MOVES_RETENTION),
                watch,
                () -> false);
        return topology;
    }

    public CatalogReader catalog() {
        return catalog;
    }

    TableStore store(CatalogTable table) {
        return state.store(table);
    }

    TableProgress progress() {
        return progress;
    }

    void awaitFilled() {
        await().until(() -> memory.pendingStores() == 0);
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

    byte @Nullable [] stored(CatalogTable table, String key) {
        return state.store(table)
                .getAll(List.of(key.getBytes(StandardCharsets.UTF_8)))
                .get(0);
    }

    /** What is kept of a company's or a location's entry; null if it has none. */
    public byte @Nullable [] stored(ScopedVariant key) {
        return stored(CatalogTable.COMPANY_VARIANTS, VariantKeys.encode(key));
    }

    /** Puts a product at revision 1, or content of a company or a location; null deletes it. */
    public void put(ScopedVariant key, @Nullable ResolvedEntry entry) {
        ResolvedVariant variant = entry == null ? null : VariantRecords.variant(key, 1, entry);
        if (VariantKeys.isOfCompany(key)) {
            put(CatalogTopic.COMPANY_VARIANTS, key, variant == null ? null : new CompanyVariant(null, variant));
        } else {
            put(CatalogTopic.RESOLVED_VARIANTS, key, variant);
        }
    }

    /** Puts a product at a revision. */
    public void putProduct(String barcode, long revision, ResolvedEntry entry) {
        ScopedVariant key = new ScopedVariant(Scope.everywhere(), barcode);
        put(CatalogTopic.RESOLVED_VARIANTS, key, VariantRecords.variant(key, revision, entry));
    }

    /** Puts a reference to a product. */
    public void refer(ScopedVariant key, long product) {
        put(CatalogTopic.COMPANY_VARIANTS, key, new CompanyVariant(new ProductReference(product, product), null));
    }

    private <T extends SpecificRecord> void put(CatalogTopic topic, ScopedVariant key, @Nullable T value) {
        put(topic, VariantKeys.encode(key), value == null ? null : bytes(topic, value));
    }

    <T extends SpecificRecord> byte[] bytes(CatalogTopic topic, T value) {
        return Objects.requireNonNull(serializers.serialize("catalog.", topic, value));
    }

    void list(Scope scope, String sku, @Nullable String barcode) {
        list(scope.companyId(), scope.locationId(), sku, barcode);
    }

    /** Lists an SKU with a barcode; null removes the listing. */
    public void list(long companyId, long locationId, String sku, @Nullable String barcode) {
        put(
                CatalogTopic.SKU_BARCODES,
                companyId + "/" + locationId + "/" + sku,
                barcode == null ? null : bytes(CatalogTopic.SKU_BARCODES, new SkuBarcode(barcode)));
    }

    /** Puts a raw record. */
    public void put(CatalogTopic topic, String key, byte @Nullable [] value) {
        driver.createInputTopic(topic.name("catalog."), new StringSerializer(), new ByteArraySerializer())
                .pipeInput(key, value);
    }

    @Override
    public void close() {
        List<TableStore> stores =
                Stream.of(CatalogTable.values()).map(this::store).toList();
        if (stores.stream().allMatch(TableStore::isOpen)) {
            driver.close();
        } else {
            // The driver writes all of them first.
            stores.forEach(TableStore::close);
        }
        memory.close();
        outsideHeap.close();
        unreadable.close();
        registryServer.close();
    }
}
