package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks up in the local stores of the tables. Thread-safe. */
public final class LocalCatalog implements Catalog {

    private static final Logger LOG = LoggerFactory.getLogger(LocalCatalog.class);

    private final TableState state;
    private final SchemaRegistry registry;
    private final TopicSettings topics;
    private final Supplier<Duration> age;

    /** @param age for how long changes may have been missing; zero while this instance keeps up */
    public LocalCatalog(TableState state, SchemaRegistry registry, TopicSettings topics, Supplier<Duration> age) {
        this.state = state;
        this.registry = registry;
        this.topics = topics;
        this.age = age;
    }

    @Override
    public Duration age() {
        return age.get();
    }

    @Override
    public Map<String, VariantImage> find(Scope scope, Set<String> barcodes) {
        List<EntryKey> keys = barcodes.stream()
                .filter(Ids::isBarcode)
                .map(EntryKey::everywhere)
                .toList();
        return state.catalog(() -> find(scope, keys));
    }

    /** Takes each step for all before the next one, so that the processor waits for scattered memory once for many. */
    private Map<String, VariantImage> find(Scope scope, List<EntryKey> keys) {
        OpenTable[] stores = stores(keys);
        long[] places = new long[stores.length];
        for (int i = 0; i < places.length; i++) {
            places[i] = stores[i].place(keys.get(i));
        }
        long[] hashes = new long[places.length];
        for (int i = 0; i < places.length; i++) {
            hashes[i] = stores[i].hash(places[i]);
        }
        @Nullable Slice[] alone = new Slice[places.length];
        for (int i = 0; i < places.length; i++) {
            alone[i] = stores[i].findAlone(keys.get(i), places[i], hashes[i]);
        }
        Map<String, VariantImage> found = new HashMap<>(2 * places.length);
        for (int i = 0; i < places.length; i++) {
            Slice value = stores[i].find(scope, keys.get(i), alone[i]);
            VariantImage image = value == null ? null : VariantImages.image(value);
            if (image != null) {
                found.put(keys.get(i).barcode(), image);
            }
        }
        for (OpenTable store : stores) {
            store.requireOpen();
        }
        return found;
    }

    private OpenTable[] stores(List<EntryKey> keys) {
        @Nullable OpenTable[] byPartition = new OpenTable[topics.partitions()];
        OpenTable[] stores = new OpenTable[keys.size()];
        for (int i = 0; i < stores.length; i++) {
            int partition = Partitioning.byBarcode(keys.get(i).barcode(), byPartition.length);
            OpenTable store = byPartition[partition];
            if (store == null) {
                store = state.open(Table.VARIANTS, partition);
                byPartition[partition] = store;
            }
            stores[i] = store;
        }
        return stores;
    }

    @Override
    public Listings listings(Scope scope, Set<String> skus) {
        return state.catalog(() -> new Listings(
                scope.isCompany() ? Map.of() : listings(scope.companyId(), scope.locationId(), skus),
                listings(scope.companyId(), scope.companyId(), skus)));
    }

    private Map<String, String> listings(long companyId, long locationId, Set<String> skus) {
        OpenTable store = state.open(Table.SKUS, Partitioning.byScope(companyId, locationId, topics.partitions()));
        OwnRecords<SkuBarcode> reader = new OwnRecords<>(
                CatalogTopic.SKU_BARCODES, SkuBarcode.class, registry, topics.prefix(), topics.partitions());
        Map<String, String> found = new HashMap<>();
        for (String sku : skus) {
            if (Ids.isSku(sku)) {
                String key = new ListingKey(companyId, locationId, sku).encode();
                byte[] record = store.get(key);
                String barcode = record == null ? null : barcode(reader, key, record);
                if (barcode != null) {
                    found.put(sku, barcode);
                }
            }
        }
        store.requireOpen();
        return found;
    }

    private static @Nullable String barcode(OwnRecords<SkuBarcode> reader, String key, byte[] record) {
        try {
            return reader.value(key, record).getBarcode();
        } catch (UnreadableRecordException e) {
            LOG.debug("the listing {} can't be read, and was named when it came", key, e);
            return null;
        }
    }
}
