package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.runtime.progress.PartitionProgress.OffsetRow;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.RowStore.RowRange;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.RecordSerializers;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.CatalogStore.RecordRow;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * What an instance keeps of the catalog, in a folder of its own, with records as they are in topics. Opening one takes as
 * long as many tests take, so that those who need thousands give theirs back.
 */
public final class CatalogInTest {

    private static final String PREFIX = "catalog.";
    private static final long TIME = 1_767_225_600_000L;
    private static final TopicSettings TOPICS = new TopicSettings(PREFIX, 1, (short) 1);
    private static final RegistryDouble SERVER = new RegistryDouble();
    private static final SchemaRegistry REGISTRY = new SchemaRegistry(SERVER.url(), Duration.ofSeconds(1));
    private static final RecordSerializers SERIALIZERS = new RecordSerializers(REGISTRY);
    /** So much that no number of stores reaches the limit, at which each write would wait for the disk. */
    private static final RocksDbMemory MEMORY = new RocksDbMemory(8L << 30);

    private static final Queue<CatalogInTest> FREE = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger FOLDERS = new AtomicInteger();
    private static final Path ROOT = root();
    private static final CatalogInTest NONE = new CatalogInTest();

    private final CatalogStores stores = stores(InstantSource.system(), MEMORY);
    private final SinkCatalog catalog = stores.ofTask(0);
    private long offset;
    private long ofProducts;

    private CatalogInTest() {
        Path folder = ROOT.resolve("0_" + FOLDERS.incrementAndGet());
        stores.entries.open(folder);
        stores.listings.open(folder);
        stores.products.open(folder);
    }

    /** Empty, and deleted when the tests end. */
    private static Path root() {
        try {
            Path root = Path.of("target", "catalogs").toAbsolutePath();
            Utils.delete(root.toFile());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteAll(root)));
            return Files.createDirectories(root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void deleteAll(Path root) {
        try {
            Utils.delete(root.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static CatalogStores stores(InstantSource clock, RocksDbMemory memory) {
        UnreadableRecords unreadable = new UnreadableRecords(new SimpleMeterRegistry(), PREFIX);
        return new CatalogStores(shared(memory, new TableProgress(TOPICS), unreadable, clock), REGISTRY);
    }

    /** What stores in {@code memory} share. */
    public static TopicStore.Shared shared(
            RocksDbMemory memory, TableProgress progress, UnreadableRecords unreadable, InstantSource clock) {
        Map<String, Uuid> topics = TableProgress.names(TOPICS).stream()
                .collect(Collectors.toMap(Function.identity(), topic -> Uuid.ONE_UUID));
        return new TopicStore.Shared(
                memory,
                new StoreSources(topics, TopicSettings.TOMBSTONE_RETENTION),
                progress,
                unreadable,
                TOPICS,
                () -> {},
                clock);
    }

    /** One that holds nothing. */
    public static CatalogInTest open() {
        CatalogInTest free = FREE.poll();
        return free == null ? new CatalogInTest() : free;
    }

    /** One for all who don't look at it. */
    public static SinkCatalog none() {
        return NONE.catalog;
    }

    /** It isn't used any more. */
    public void giveBack() {
        holdOnly(List.of(), List.of());
        clearProducts();
        FREE.add(this);
    }

    /** The catalog. */
    public SinkCatalog catalog() {
        return catalog;
    }

    /** It holds these records and no others. */
    public void holdOnly(List<ConsumerRecord<byte[], byte[]>> entries, List<ConsumerRecord<byte[], byte[]>> listings) {
        hold(stores.entries, entries);
        hold(stores.listings, listings);
        offset = 0;
    }

    private static void hold(CatalogStore store, List<ConsumerRecord<byte[], byte[]>> records) {
        clear(
                store.rows(),
                store.topic() == CatalogTopic.SKU_BARCODES
                        ? Set.of(Family.RECORDS, Family.LISTED, Family.CHANGES, Family.LATEST)
                        : Set.of(Family.RECORDS, Family.CHANGES, Family.LATEST));
        RowBatch position = new RowBatch(store.rows());
        position.put(Family.PROGRESS, OffsetRow.key(0), null);
        store.rows().write(position);
        store.readPositions();
        records.forEach(record -> take(store, record, TIME));
        store.endOfPoll();
    }

    /** Takes a record; it can be read once all that was taken is {@linkplain #write written}. */
    public void take(boolean isEntry, ConsumerRecord<byte[], byte[]> record, long time) {
        take(isEntry ? stores.entries : stores.listings, record, time);
    }

    private static void take(CatalogStore store, ConsumerRecord<byte[], byte[]> record, long time) {
        store.put(
                new String(record.key(), StandardCharsets.UTF_8),
                record.value(),
                new CatalogStore.Origin(0, record.offset(), time, PublicationTime.of(record.headers())));
        store.took(0, record.offset());
    }

    /** What was taken can be read. */
    public void write() {
        stores.entries.endOfPoll();
        stores.listings.endOfPoll();
    }

    private static void clear(RowStore rows, Set<Family> families) {
        RowBatch deletions = new RowBatch(rows);
        for (Family family : families) {
            try (RowRange all = rows.rows(family, new byte[0], null)) {
                for (; all.hasNext(); all.advance()) {
                    deletions.put(family, all.key(), null);
                }
            }
        }
        rows.write(deletions);
    }

    /** The record of an entry. */
    public static ConsumerRecord<byte[], byte[]> entry(
            long offset, ScopedVariant variant, @Nullable ResolvedVariant entry) {
        return record(
                offset,
                CatalogTopic.COMPANY_VARIANTS,
                VariantKeys.encode(variant),
                value(CatalogTopic.COMPANY_VARIANTS, entry == null ? null : new CompanyVariant(null, entry)));
    }

    /** The record of an entry that refers to a product. */
    public static ConsumerRecord<byte[], byte[]> reference(long offset, ScopedVariant variant, long product) {
        return record(
                offset,
                CatalogTopic.COMPANY_VARIANTS,
                VariantKeys.encode(variant),
                value(CatalogTopic.COMPANY_VARIANTS, new CompanyVariant(new ProductReference(product, product), null)));
    }

    ProductStore products() {
        return stores.products;
    }

    EntryStore entries() {
        return stores.entries;
    }

    ListingStore listings() {
        return stores.listings;
    }

    /** A product arrives, or is deleted. */
    public void product(String barcode, @Nullable ResolvedVariant product) {
        product(barcode, value(CatalogTopic.RESOLVED_VARIANTS, product));
    }

    private void product(String barcode, byte @Nullable [] record) {
        stores.products.take(barcode, record, new CatalogStore.Origin(0, ofProducts, TIME, PublicationTime.UNKNOWN));
        stores.products.took(0, ofProducts++);
        stores.products.endOfPoll();
    }

    /** All products arrive again, from the first one on, as at another instance. */
    public void clearProducts() {
        clear(stores.products.rows(), Set.of(Family.RECORDS));
    }

    /** A record of a product arrives that nobody can read. */
    public void spoilProduct(String barcode) {
        product(barcode, new byte[] {9, 9, 9});
    }

    /** The record of a listing; a null barcode deletes it. */
    public static ConsumerRecord<byte[], byte[]> listing(long offset, ListingKey listing, @Nullable String barcode) {
        String key = listing.companyId() + "/" + listing.locationId() + "/" + listing.sku();
        return record(
                offset,
                CatalogTopic.SKU_BARCODES,
                key,
                value(CatalogTopic.SKU_BARCODES, barcode == null ? null : new SkuBarcode(barcode)));
    }

    private static ConsumerRecord<byte[], byte[]> record(
            long offset, CatalogTopic topic, String key, byte @Nullable [] value) {
        return new ConsumerRecord<>(
                topic.name(PREFIX),
                0,
                offset,
                TIME,
                TimestampType.CREATE_TIME,
                0,
                0,
                bytes(key),
                value,
                new RecordHeaders(),
                Optional.empty());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte @Nullable [] value(CatalogTopic topic, @Nullable SpecificRecord record) {
        return SERIALIZERS.serialize(PREFIX, topic, record);
    }

    /** An entry with a name. */
    public static ResolvedVariant named(ScopedVariant variant, String name) {
        FieldValues values = FieldValues.builder().set(VariantField.NAME, name).build();
        return VariantRecords.variant(variant, 1, new ResolvedEntry(values, Set.of(), Set.of(), null, null));
    }

    /** Puts the scope's own entry, with a name; null if it has none any more. Returns its image. */
    public byte @Nullable [] put(ScopedVariant variant, @Nullable String name) {
        ConsumerRecord<byte[], byte[]> stored = entry(offset++, variant, name == null ? null : named(variant, name));
        take(stores.entries, stored, TIME);
        write();
        return catalog.image(variant);
    }

    /** A product's record with a revision. */
    public static ResolvedVariant product(String barcode, long revision) {
        ResolvedVariant product = named(new ScopedVariant(Scope.of(1, 1), barcode), "revision " + revision);
        product.setCompanyId(null);
        product.setRevision(revision);
        return product;
    }

    /** Puts an entry that refers to a record of its product. */
    public void refer(ScopedVariant variant, long revision) {
        take(stores.entries, reference(offset++, variant, revision), TIME);
        write();
    }

    /** Puts an entry that nobody can read. */
    public void spoil(ScopedVariant variant) {
        RowBatch batch = new RowBatch(stores.entries.rows());
        batch.put(Family.RECORDS, CatalogKeys.of(variant), new RecordRow(new byte[] {9, 9, 9}, null).bytes());
        stores.entries.rows().write(batch);
    }

    /** Puts a listing, or with null deletes it; returns what changed. */
    public List<ScopedVariant> list(ListingKey listing, @Nullable String barcode) {
        long at = offset++;
        take(stores.listings, listing(at, listing, barcode), TIME);
        write();
        return stores.listings.changesAfter(0, at - 1, 10).stream()
                .map(CatalogStore.Change::variant)
                .toList();
    }

    /** Lists a variant under an SKU that is its own; returns what changed. */
    public List<ScopedVariant> list(ScopedVariant variant) {
        return list(
                new ListingKey(variant.companyId(), variant.locationId(), "s-" + variant.barcode()), variant.barcode());
    }

    /** The number of images in a store. */
    static long images(CatalogStore store) {
        long count = 0;
        try (RowRange all = store.rows().rows(Family.RECORDS, new byte[0], null)) {
            for (; all.hasNext(); all.advance()) {
                count += RecordRow.read(all.value()).image() == null ? 0 : 1;
            }
        }
        return count;
    }

    /** Makes the image of a row one of another version. */
    static void makeOtherVersion(CatalogStore store, byte[] key, int versionAt) {
        RecordRow row = RecordRow.read(Objects.requireNonNull(store.rows().get(Family.RECORDS, key)));
        Objects.requireNonNull(row.image())[versionAt]++;
        RowBatch batch = new RowBatch(store.rows());
        batch.put(Family.RECORDS, key, row.bytes());
        store.rows().write(batch);
    }

    /** The number of rows of a kind. */
    static long count(CatalogStore store, Family family) {
        long count = 0;
        try (RowRange all = store.rows().rows(family, new byte[0], null)) {
            for (; all.hasNext(); all.advance()) {
                count++;
            }
        }
        return count;
    }
}
