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
import java.util.Arrays;
import java.util.HashMap;
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
        EntryKey[] keys = barcodes.stream()
                .filter(Ids::isBarcode)
                .map(EntryKey::everywhere)
                .toArray(EntryKey[]::new);
        return state.catalog(() -> find(scope, keys));
    }

    private Map<String, VariantImage> find(Scope scope, EntryKey[] everywhere) {
        int count = everywhere.length;
        OpenTable company =
                state.open(Table.COMPANY_VARIANTS, Partitioning.byCompany(scope.companyId(), topics.partitions()));
        EntryKey[] ofCompany = new EntryKey[count];
        Arrays.setAll(ofCompany, i -> everywhere[i].ofCompany(scope.companyId()));
        @Nullable OpenTable[] stores = new OpenTable[count];
        Arrays.fill(stores, company);
        @Nullable Slice[] own = findAlone(ofCompany, stores);
        @Nullable OpenTable[] partitions = new OpenTable[topics.partitions()];
        // Of what the company says nothing of.
        Arrays.setAll(stores, i -> isAbsent(own[i]) ? variants(partitions, everywhere[i]) : null);
        @Nullable Slice[] canonical = findAlone(everywhere, stores);
        Map<String, VariantImage> found = new HashMap<>(2 * count);
        for (int i = 0; i < count; i++) {
            int at = i;
            Slice value = scope.mostSpecific(
                    () -> own[at] == null ? company.find(ofCompany[at].ofLocation(scope.locationId())) : null,
                    () -> own[at] == null ? company.find(ofCompany[at]) : present(own[at]),
                    () -> canonical[at] == null
                            ? variants(partitions, everywhere[at]).find(everywhere[at])
                            : present(canonical[at]));
            VariantImage image = value == null ? null : VariantImages.image(value);
            if (image != null) {
                found.put(everywhere[i].barcode(), image);
            }
        }
        company.requireOpen();
        for (OpenTable partition : partitions) {
            if (partition != null) {
                partition.requireOpen();
            }
        }
        return found;
    }

    /**
     * What memory alone knows. Takes each step for all before the next one, so that the processor waits for scattered memory
     * once for many.
     *
     * @param stores in which to look for each; null for none
     */
    private static @Nullable Slice[] findAlone(EntryKey[] keys, @Nullable OpenTable[] stores) {
        long[] places = new long[keys.length];
        for (int i = 0; i < places.length; i++) {
            OpenTable store = stores[i];
            places[i] = store == null ? 0 : store.place(keys[i]);
        }
        long[] hashes = new long[places.length];
        for (int i = 0; i < places.length; i++) {
            OpenTable store = stores[i];
            hashes[i] = store == null ? 0 : store.hash(places[i]);
        }
        @Nullable Slice[] alone = new Slice[places.length];
        for (int i = 0; i < places.length; i++) {
            OpenTable store = stores[i];
            alone[i] = store == null ? null : store.findAlone(keys[i], places[i], hashes[i]);
        }
        return alone;
    }

    private static boolean isAbsent(@Nullable Slice slice) {
        return slice != null && slice.isAbsent();
    }

    private static @Nullable Slice present(@Nullable Slice slice) {
        return isAbsent(slice) ? null : slice;
    }

    private OpenTable variants(@Nullable OpenTable[] partitions, EntryKey key) {
        int partition = Partitioning.byBarcode(key.barcode(), partitions.length);
        OpenTable open = partitions[partition];
        if (open == null) {
            open = state.open(Table.VARIANTS, partition);
            partitions[partition] = open;
        }
        return open;
    }

    @Override
    public Listings listings(Scope scope, Set<String> skus) {
        return state.catalog(() -> new Listings(
                scope.isCompany() ? Map.of() : listings(scope.companyId(), scope.locationId(), skus),
                listings(scope.companyId(), scope.companyId(), skus)));
    }

    private Map<String, String> listings(long companyId, long locationId, Set<String> skus) {
        OpenTable store = state.open(Table.SKUS, Partitioning.byCompany(companyId, topics.partitions()));
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
