package dev.partnercatalog.query.table;

import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.query.table.CatalogReader.Changed;
import dev.partnercatalog.query.table.CatalogReader.Listed;
import dev.partnercatalog.query.table.ScopedEntries.MissingProducts;
import dev.partnercatalog.query.table.TableState.NotArrivedException;
import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.progress.PartitionProgress;
import dev.partnercatalog.runtime.store.RowStore.RowRange;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads the tables by interactive queries of this instance's global stores. Thread-safe. */
public final class LocalCatalog implements CatalogReader {

    private final TableState state;
    private final TableProgress progress;
    private final TopicSettings topics;
    private final Supplier<Duration> age;
    private final MissingProducts missing;

    /** @param age for how long changes may have been missing; zero while this instance keeps up */
    public LocalCatalog(TableState state, TableProgress progress, TopicSettings topics, Supplier<Duration> age) {
        this.state = state;
        this.progress = progress;
        this.topics = topics;
        this.age = age;
        String products = CatalogTable.VARIANTS.topic().name(topics.prefix());
        this.missing = new MissingProducts(() -> progress.positions().caughtUpAt(products), InstantSource.system());
    }

    @Override
    public Duration age() {
        return age.get();
    }

    @Override
    public Map<String, VariantImage> find(Scope scope, Set<String> barcodes, long mostBytes) {
        List<String> known = barcodes.stream().filter(Ids::isBarcode).toList();
        return state.read(() -> entries(scope).find(known, mostBytes));
    }

    private ScopedEntries entries(Scope scope) {
        return new ScopedEntries(
                state.store(CatalogTable.COMPANY_VARIANTS), state.store(CatalogTable.VARIANTS), missing, scope);
    }

    @Override
    public Listings listings(Scope scope, Set<String> skus) {
        List<String> known = skus.stream().filter(Ids::isSku).toList();
        return state.read(() -> new ScopedListings(state.store(CatalogTable.SKUS), scope).find(known));
    }

    @Override
    public Listed listed(Scope scope, String after, int limit, boolean withSkus) {
        return listed(scope, after, new ListedPage(limit, withSkus, barcode -> true));
    }

    @Override
    public Listed listed(Scope scope, String after, int limit, Predicate<String> wanted) {
        return listed(scope, after, new ListedPage(limit, false, wanted));
    }

    private Listed listed(Scope scope, String after, ListedPage page) {
        return state.read(() -> {
            state.store(CatalogTable.SKUS).readListed(scope, after, page);
            ScopedEntries.Fitting fitting = entries(scope).listed(List.copyOf(page.barcodes()));
            if (fitting.waits() && fitting.count() == 0) {
                throw new NotArrivedException();
            }
            return page.with(fitting.images(), fitting.count());
        });
    }

    @Override
    public CatalogPosition position(long companyId) {
        return state.read(() -> position(companyId, PartitionProgress::applied));
    }

    private CatalogPosition position(long companyId, ToLongFunction<PartitionProgress> offset) {
        return new CatalogPosition(
                RowKey.sequence(offset.applyAsLong(progress(CatalogTable.COMPANY_VARIANTS, companyId))),
                RowKey.sequence(offset.applyAsLong(progress(CatalogTable.SKUS, companyId))));
    }

    private PartitionProgress progress(CatalogTable table, long companyId) {
        return progress.of(new TopicPartition(
                table.topic().name(topics.prefix()), Partitioning.byCompany(companyId, topics.partitions())));
    }

    @Override
    public Instant knownSince() {
        return state.read(() -> {
            Instant entries = state.store(CatalogTable.COMPANY_VARIANTS).knownSince();
            Instant listings = state.store(CatalogTable.SKUS).knownSince();
            return entries.isAfter(listings) ? entries : listings;
        });
    }

    @Override
    public boolean reaches(long companyId, CatalogPosition since) {
        return state.read(() -> position(companyId, PartitionProgress::position).reaches(since));
    }

    @Override
    public Changed changed(Scope scope, CatalogPosition since, int limit) {
        // The position comes before the rows are read: what is recorded later is on another page.
        return state.read(() -> changed(scope, since, position(scope.companyId(), PartitionProgress::applied), limit));
    }

    private Changed changed(Scope scope, CatalogPosition since, CatalogPosition to, int limit) {
        TableStore skus = state.store(CatalogTable.SKUS);
        ChangedBarcodes page = new ChangedBarcodes(state.store(CatalogTable.COMPANY_VARIANTS), skus, scope, limit);
        CatalogPosition next = page.read(since, to);
        List<String> listed = page.barcodes().stream()
                .filter(barcode -> skus.isListed(scope, barcode))
                .toList();
        ScopedEntries.Fitting fitting = entries(scope).listed(listed);
        if (fitting.count() < listed.size()) {
            Changed shorter =
                    changed(scope, since, to, List.copyOf(page.barcodes()).indexOf(listed.get(fitting.count())));
            return fitting.waits() ? shorter.waiting() : shorter;
        }
        Map<String, VariantImage> images = fitting.images();
        return new Changed(
                listed.stream().map(images::get).filter(Objects::nonNull).toList(),
                page.barcodes().stream()
                        .filter(barcode -> !images.containsKey(barcode))
                        .toList(),
                next,
                page.hasMore(),
                false);
    }

    /** Collects a page of what a scope lists from the rows of a store. */
    static final class ListedPage {

        private final int limit;
        private final boolean withSkus;
        private final Predicate<String> wanted;
        private final Map<String, List<String>> skus = new LinkedHashMap<>();
        private @Nullable String last;
        private int skusRead;
        private boolean more;

        ListedPage(int limit, boolean withSkus, Predicate<String> wanted) {
            this.limit = limit;
            this.withSkus = withSkus;
            this.wanted = wanted;
        }

        /** Reads rows until the page is full or there are no more. */
        void read(RowRange rows) {
            List<String> current = new ArrayList<>();
            for (; rows.hasNext(); rows.advance()) {
                byte[] key = rows.key();
                String barcode = RowKey.listedBarcode(key);
                if (!barcode.equals(last)) {
                    if (skus.size() == limit || skusRead >= Listed.MOST_SKUS) {
                        more = true;
                        return;
                    }
                    last = barcode;
                    current = new ArrayList<>();
                    if (wanted.test(barcode)) {
                        skus.put(barcode, current);
                    }
                }
                if (withSkus && current.size() < Listed.MOST_SKUS) {
                    current.add(RowKey.listedSku(key));
                    skusRead++;
                }
            }
        }

        Set<String> barcodes() {
            return skus.keySet();
        }

        /**
         * The page, or its first part.
         *
         * @param images of these barcodes, as far as they exist
         * @param count how many of the barcodes it includes
         */
        Listed with(Map<String, VariantImage> images, int count) {
            List<Listed.Variant> variants = new ArrayList<>(count);
            Iterator<Map.Entry<String, List<String>>> listed = skus.entrySet().iterator();
            String end = null;
            for (int i = 0; i < count; i++) {
                Map.Entry<String, List<String>> next = listed.next();
                end = next.getKey();
                VariantImage image = images.get(end);
                if (image != null) {
                    variants.add(new Listed.Variant(end, image, next.getValue()));
                }
            }
            return new Listed(variants, more || listed.hasNext() ? end : null);
        }
    }

    /** Looks up the listings of SKUs that count at one scope, in memory; in the store what only the store knows. */
    static final class ScopedListings {

        private final TableStore store;
        private final Scope scope;

        ScopedListings(TableStore store, Scope scope) {
            this.store = store;
            this.scope = scope;
        }

        Listings find(List<String> skus) {
            Map<String, String> ofCompany = new HashMap<>(2 * skus.size());
            // Memory knows that no location lists these, as it is with most SKUs that are listed for a whole company.
            List<String> others = put(
                    store.memory().findIfMostSpecific(keys(scope.company(), skus), i -> true),
                    skus,
                    ofCompany,
                    new HashSet<>());
            if (others.isEmpty()) {
                return new Listings(Map.of(), ofCompany);
            }
            ofCompany.putAll(barcodes(scope.company(), others, new HashSet<>()));
            Set<String> unreadable = new HashSet<>();
            Map<String, String> ofLocation = scope.isCompany() ? Map.of() : barcodes(scope, others, unreadable);
            // Not the company's in its place: the location lists something else.
            ofCompany.keySet().removeAll(unreadable);
            return new Listings(ofLocation, ofCompany);
        }

        private static EntryKey[] keys(Scope at, List<String> skus) {
            return skus.stream().map(sku -> EntryKey.everywhere(sku).at(at)).toArray(EntryKey[]::new);
        }

        /** Puts what is known; returns the other SKUs. */
        private static List<String> put(
                @Nullable Slice[] known, List<String> skus, Map<String, String> barcodes, Set<String> unreadable) {
            List<String> others = new ArrayList<>();
            for (int i = 0; i < known.length; i++) {
                Slice cached = known[i];
                if (cached == null) {
                    others.add(skus.get(i));
                } else if (!cached.isAbsent()) {
                    put(skus.get(i), TableCodec.barcode(cached), barcodes, unreadable);
                }
            }
            return others;
        }

        private static void put(
                String sku, @Nullable String barcode, Map<String, String> barcodes, Set<String> unreadable) {
            if (barcode == null) {
                unreadable.add(sku);
            } else {
                barcodes.put(sku, barcode);
            }
        }

        private Map<String, String> barcodes(Scope at, List<String> skus, Set<String> unreadable) {
            Map<String, String> found = new HashMap<>();
            List<String> others = put(store.memory().find(keys(at, skus)), skus, found, unreadable);
            List<byte @Nullable []> rows = store.getAll(others.stream()
                    .map(sku -> new ListingKey(at.companyId(), at.locationId(), sku).encode())
                    .map(key -> key.getBytes(StandardCharsets.UTF_8))
                    .toList());
            for (int i = 0; i < others.size(); i++) {
                byte[] row = rows.get(i);
                if (row != null) {
                    put(others.get(i), TableCodec.barcode(row), found, unreadable);
                }
            }
            return found;
        }
    }
}
