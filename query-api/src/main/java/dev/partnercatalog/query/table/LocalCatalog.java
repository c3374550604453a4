package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks up in the local stores of the tables. Thread-safe. */
public final class LocalCatalog implements CatalogReader {

    /** For all images of a page; a record may have more than a MiB. */
    private static final long MOST_BYTES = 8 << 20;

    /** How many barcodes of a page are looked up before checking whether there is room for more. */
    private static final int READ_AT_ONCE = 64;

    private final TableState state;
    private final TopicSettings topics;
    private final Supplier<Duration> age;

    /** @param age for how long changes may have been missing; zero while this instance keeps up */
    public LocalCatalog(TableState state, TopicSettings topics, Supplier<Duration> age) {
        this.state = state;
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
        OpenTable company = companyVariants(scope.companyId());
        EntryKey[] ofCompany = new EntryKey[count];
        Arrays.setAll(ofCompany, i -> everywhere[i].ofCompany(scope.companyId()));
        @Nullable OpenTable[] stores = new OpenTable[count];
        Arrays.fill(stores, company);
        @Nullable Slice[] own = findAlone(ofCompany, stores);
        @Nullable OpenTable[] partitions = new OpenTable[topics.partitions()];
        // For barcodes for which the company has no entry.
        Arrays.setAll(stores, i -> isAbsent(own[i]) ? variants(partitions, everywhere[i]) : null);
        @Nullable Slice[] canonical = findAlone(everywhere, stores);
        Map<String, VariantImage> found = new HashMap<>(2 * count);
        for (int i = 0; i < count; i++) {
            Slice value = own(company, ofCompany[i], scope, own[i]);
            if (value == null) {
                value = canonical[i] == null
                        ? variants(partitions, everywhere[i]).find(everywhere[i])
                        : present(canonical[i]);
            }
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
     * Looks up what memory alone knows. Takes each step for all keys before the next one, so that the processor waits
     * for scattered memory once for many.
     *
     * @param stores in which to look up each key; null for none
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
            open = state.open(StoredTable.VARIANTS, partition);
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
        OpenTable store = skus(companyId);
        Map<String, String> found = new HashMap<>();
        for (String sku : skus) {
            if (Ids.isSku(sku)) {
                String barcode = ListedBarcodes.barcode(store.get(new ListingKey(companyId, locationId, sku).encode()));
                if (barcode != null) {
                    found.put(sku, barcode);
                }
            }
        }
        store.requireOpen();
        return found;
    }

    @Override
    public Listed listed(Scope scope, String after, int limit, boolean withSkus) {
        return state.catalog(() -> {
            OpenTable skus = skus(scope.companyId());
            OpenTable company = companyVariants(scope.companyId());
            ListedPage page = skus.listed(scope, after, limit, withSkus);
            Fitting fitting = fitting(company, scope, List.copyOf(page.barcodes()));
            skus.requireOpen();
            company.requireOpen();
            return page.with(fitting.images(), fitting.count());
        });
    }

    @Override
    public CatalogPosition position(long companyId) {
        return state.catalog(() -> positionNow(companyId));
    }

    private CatalogPosition positionNow(long companyId) {
        int partition = Partitioning.byCompany(companyId, topics.partitions());
        return new CatalogPosition(
                ChangeIndex.sequence(state.appliedTo(StoredTable.COMPANY_VARIANTS, partition)),
                ChangeIndex.sequence(state.appliedTo(StoredTable.SKUS, partition)));
    }

    @Override
    public Reach reach(long companyId, CatalogPosition since) {
        return state.catalog(() -> {
            boolean known = companyVariants(companyId).changes().reaches(since.entries())
                    && skus(companyId).changes().reaches(since.listings());
            if (!known) {
                return Reach.GONE;
            }
            return positionNow(companyId).reaches(since) ? Reach.KNOWN : Reach.AHEAD;
        });
    }

    @Override
    public Changed changed(Scope scope, CatalogPosition since, int limit) {
        return state.catalog(() -> {
            OpenTable skus = skus(scope.companyId());
            OpenTable company = companyVariants(scope.companyId());
            // Before the rows are read: what is recorded later is on another page.
            CatalogPosition to = positionNow(scope.companyId());
            ChangedBarcodes page = new ChangedBarcodes(company, skus, scope, limit);
            CatalogPosition next = page.read(since, to);
            List<String> listed = page.barcodes().stream()
                    .filter(barcode -> skus.isListed(scope, barcode))
                    .toList();
            Fitting fitting = fitting(company, scope, listed);
            if (fitting.count() < listed.size()) {
                return changed(scope, since, List.copyOf(page.barcodes()).indexOf(listed.get(fitting.count())));
            }
            Map<String, VariantImage> images = fitting.images();
            skus.requireOpen();
            company.requireOpen();
            return new Changed(
                    listed.stream().map(images::get).filter(Objects::nonNull).toList(),
                    page.barcodes().stream()
                            .filter(barcode -> !images.containsKey(barcode))
                            .toList(),
                    next,
                    !next.reaches(to));
        });
    }

    /**
     * The images of the first few barcodes.
     *
     * @param count of the barcodes, including those without an image
     */
    private record Fitting(Map<String, VariantImage> images, int count) {}

    /** For the first barcodes, as many as may be held at once, but at least one. */
    private static Fitting fitting(OpenTable company, Scope scope, List<String> barcodes) {
        Map<String, VariantImage> images = new HashMap<>(2 * barcodes.size());
        long bytes = 0;
        for (int first = 0; first < barcodes.size(); first += READ_AT_ONCE) {
            List<String> some = barcodes.subList(first, Math.min(barcodes.size(), first + READ_AT_ONCE));
            Map<String, VariantImage> found = own(company, scope, some);
            for (int i = 0; i < some.size(); i++) {
                VariantImage image = found.get(some.get(i));
                if (image != null) {
                    bytes += image.size();
                    if (bytes > MOST_BYTES && first + i > 0) {
                        return new Fitting(images, first + i);
                    }
                    images.put(some.get(i), image);
                }
            }
        }
        return new Fitting(images, barcodes.size());
    }

    /** The company's and the location's entries; for listed variants, no others apply. */
    private static Map<String, VariantImage> own(OpenTable company, Scope scope, Collection<String> barcodes) {
        EntryKey[] keys = barcodes.stream()
                .map(barcode -> EntryKey.everywhere(barcode).ofCompany(scope.companyId()))
                .toArray(EntryKey[]::new);
        @Nullable OpenTable[] stores = new OpenTable[keys.length];
        Arrays.fill(stores, company);
        @Nullable Slice[] alone = findAlone(keys, stores);
        Map<String, VariantImage> found = new HashMap<>(2 * keys.length);
        for (int i = 0; i < keys.length; i++) {
            Slice value = own(company, keys[i], scope, alone[i]);
            VariantImage image = value == null ? null : VariantImages.image(value);
            if (image != null) {
                found.put(keys[i].barcode(), image);
            }
        }
        return found;
    }

    /** @param alone what memory alone knows about the company's key */
    private static @Nullable Slice own(OpenTable company, EntryKey key, Scope scope, @Nullable Slice alone) {
        return alone != null
                ? present(alone)
                : scope.mostSpecific(
                        () -> company.find(key.ofLocation(scope.locationId())), () -> company.find(key), () -> null);
    }

    private OpenTable skus(long companyId) {
        return state.open(StoredTable.SKUS, Partitioning.byCompany(companyId, topics.partitions()));
    }

    private OpenTable companyVariants(long companyId) {
        return state.open(StoredTable.COMPANY_VARIANTS, Partitioning.byCompany(companyId, topics.partitions()));
    }
}
