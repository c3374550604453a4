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
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads the tables by interactive queries of this instance's global stores. Thread-safe. */
public final class LocalCatalog implements CatalogReader {

    /** For all images of a page; a record may have more than a MiB. */
    private static final long MOST_BYTES = 8 << 20;

    /** How many barcodes of a page are looked up before checking whether there is room for more. */
    private static final int READ_AT_ONCE = 64;

    private final TableState state;
    private final TableProgress progress;
    private final TopicSettings topics;
    private final Supplier<Duration> age;

    /** @param age for how long changes may have been missing; zero while this instance keeps up */
    public LocalCatalog(TableState state, TableProgress progress, TopicSettings topics, Supplier<Duration> age) {
        this.state = state;
        this.progress = progress;
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
        return state.read(() -> find(scope, keys));
    }

    private Map<String, VariantImage> find(Scope scope, EntryKey[] everywhere) {
        int count = everywhere.length;
        TableStore company = state.store(StoredTable.COMPANY_VARIANTS);
        TableStore canonical = state.store(StoredTable.VARIANTS);
        EntryKey[] ofCompany = new EntryKey[count];
        Arrays.setAll(ofCompany, i -> everywhere[i].ofCompany(scope.companyId()));
        @Nullable Slice[] own = findAlone(ofCompany, company, i -> true);
        // For barcodes for which the company has no entry.
        @Nullable Slice[] ofAll = findAlone(everywhere, canonical, i -> isAbsent(own[i]));
        Map<String, VariantImage> found = new HashMap<>(2 * count);
        for (int i = 0; i < count; i++) {
            Slice value = own(company, ofCompany[i], scope, own[i]);
            if (value == null) {
                value = ofAll[i] == null ? canonical.find(everywhere[i]) : present(ofAll[i]);
            }
            VariantImage image = value == null ? null : VariantImages.image(value);
            if (image != null) {
                found.put(everywhere[i].barcode(), image);
            }
        }
        return found;
    }

    /**
     * Looks up what memory alone knows. Takes each step for all keys before the next one, so that the processor waits
     * for scattered memory once for many.
     *
     * @param wanted the keys to look up
     */
    private static @Nullable Slice[] findAlone(EntryKey[] keys, TableStore store, IntPredicate wanted) {
        long[] places = new long[keys.length];
        for (int i = 0; i < places.length; i++) {
            places[i] = wanted.test(i) ? store.place(keys[i]) : 0;
        }
        long[] hashes = new long[places.length];
        for (int i = 0; i < places.length; i++) {
            hashes[i] = wanted.test(i) ? store.hash(places[i]) : 0;
        }
        @Nullable Slice[] alone = new Slice[places.length];
        for (int i = 0; i < places.length; i++) {
            alone[i] = wanted.test(i) ? store.findAlone(keys[i], places[i], hashes[i]) : null;
        }
        return alone;
    }

    private static boolean isAbsent(@Nullable Slice slice) {
        return slice != null && slice.isAbsent();
    }

    private static @Nullable Slice present(@Nullable Slice slice) {
        return isAbsent(slice) ? null : slice;
    }

    @Override
    public Listings listings(Scope scope, Set<String> skus) {
        return state.read(() -> new Listings(
                scope.isCompany() ? Map.of() : listings(scope.companyId(), scope.locationId(), skus),
                listings(scope.companyId(), scope.companyId(), skus)));
    }

    private Map<String, String> listings(long companyId, long locationId, Set<String> skus) {
        TableStore store = state.store(StoredTable.SKUS);
        Map<String, String> found = new HashMap<>();
        for (String sku : skus) {
            if (Ids.isSku(sku)) {
                String barcode = ListedBarcodes.barcode(store.get(new ListingKey(companyId, locationId, sku).encode()));
                if (barcode != null) {
                    found.put(sku, barcode);
                }
            }
        }
        return found;
    }

    @Override
    public Listed listed(Scope scope, String after, int limit, boolean withSkus) {
        return state.read(() -> {
            TableStore skus = state.store(StoredTable.SKUS);
            TableStore company = state.store(StoredTable.COMPANY_VARIANTS);
            ListedPage page = skus.listed(scope, after, limit, withSkus);
            Fitting fitting = fitting(company, scope, List.copyOf(page.barcodes()));
            return page.with(fitting.images(), fitting.count());
        });
    }

    @Override
    public CatalogPosition position(long companyId) {
        return state.read(() -> positionNow(companyId));
    }

    private CatalogPosition positionNow(long companyId) {
        return new CatalogPosition(
                ChangeIndex.sequence(
                        progress(StoredTable.COMPANY_VARIANTS, companyId).applied()),
                ChangeIndex.sequence(progress(StoredTable.SKUS, companyId).applied()));
    }

    private PartitionProgress progress(StoredTable table, long companyId) {
        return progress.of(new TopicPartition(
                table.topic().name(topics.prefix()), Partitioning.byCompany(companyId, topics.partitions())));
    }

    @Override
    public Instant knownSince() {
        return state.read(() -> {
            Instant entries = state.store(StoredTable.COMPANY_VARIANTS).times().knownSince();
            Instant listings = state.store(StoredTable.SKUS).times().knownSince();
            return entries.isAfter(listings) ? entries : listings;
        });
    }

    @Override
    public boolean reaches(long companyId, CatalogPosition since) {
        return state.read(() -> new CatalogPosition(
                        ChangeIndex.sequence(progress(StoredTable.COMPANY_VARIANTS, companyId)
                                .position()),
                        ChangeIndex.sequence(
                                progress(StoredTable.SKUS, companyId).position()))
                .reaches(since));
    }

    @Override
    public Changed changed(Scope scope, CatalogPosition since, int limit) {
        return state.read(() -> {
            TableStore skus = state.store(StoredTable.SKUS);
            TableStore company = state.store(StoredTable.COMPANY_VARIANTS);
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
    private static Fitting fitting(TableStore company, Scope scope, List<String> barcodes) {
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
    private static Map<String, VariantImage> own(TableStore company, Scope scope, Collection<String> barcodes) {
        EntryKey[] keys = barcodes.stream()
                .map(barcode -> EntryKey.everywhere(barcode).ofCompany(scope.companyId()))
                .toArray(EntryKey[]::new);
        @Nullable Slice[] alone = findAlone(keys, company, i -> true);
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
    private static @Nullable Slice own(TableStore company, EntryKey key, Scope scope, @Nullable Slice alone) {
        return alone != null
                ? present(alone)
                : scope.mostSpecific(
                        () -> company.find(key.ofLocation(scope.locationId())), () -> company.find(key), () -> null);
    }
}
