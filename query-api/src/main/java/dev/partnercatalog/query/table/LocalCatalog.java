package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.progress.PartitionProgress;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;

/** Reads the tables by interactive queries of this instance's global stores. Thread-safe. */
public final class LocalCatalog implements CatalogReader {

    private final TableState state;
    private final TableProgress progress;
    private final TopicSettings topics;
    private final Supplier<Duration> age;
    private final MissingProducts missing;
    private final List<TopicPartition> ofProducts;
    private final ChangePages pages = new ChangePages(System::nanoTime);

    /** @param age for how long changes may have been missing; zero while this instance keeps up */
    public LocalCatalog(TableState state, TableProgress progress, TopicSettings topics, Supplier<Duration> age) {
        this.state = state;
        this.progress = progress;
        this.topics = topics;
        this.age = age;
        String products = StoredTable.VARIANTS.topic().name(topics.prefix());
        this.missing = new MissingProducts(() -> progress.positions().whole(products), InstantSource.system());
        this.ofProducts = progress.partitions().stream()
                .filter(partition -> partition.topic().equals(products))
                .toList();
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
                state.store(StoredTable.COMPANY_VARIANTS), state.store(StoredTable.VARIANTS), missing, scope);
    }

    @Override
    public Listings listings(Scope scope, Set<String> skus) {
        List<String> known = skus.stream().filter(Ids::isSku).toList();
        return state.read(() -> new ScopedListings(state.store(StoredTable.SKUS), scope).find(known));
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
            state.store(StoredTable.SKUS).readListed(scope, after, page);
            return filled(scope, page);
        });
    }

    @Override
    public Listed listed(Scope scope, NavigableSet<String> barcodes) {
        return state.read(() -> {
            TableStore skus = state.store(StoredTable.SKUS);
            ListedPage page = new ListedPage(barcodes.size(), false, barcode -> true);
            barcodes.stream().filter(barcode -> skus.isListed(scope, barcode)).forEach(page::add);
            return filled(scope, page);
        });
    }

    private Listed filled(Scope scope, ListedPage page) {
        ScopedEntries.Fitting fitting = entries(scope).listed(List.copyOf(page.barcodes()));
        if (fitting.waits() && fitting.count() == 0) {
            throw new NotArrivedException();
        }
        return page.with(fitting.images(), fitting.count());
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
            Instant entries = state.store(StoredTable.COMPANY_VARIANTS).knownSince();
            Instant listings = state.store(StoredTable.SKUS).knownSince();
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
            // Before the rows are read: what is recorded later is on another page.
            CatalogPosition to = positionNow(scope.companyId());
            long arrived = ofProducts.stream()
                    .mapToLong(partition -> progress.of(partition).applied())
                    .sum();
            return pages.page(
                    new ChangePages.Wanted(scope, since, limit),
                    new ChangePages.Moment(to, arrived),
                    () -> changed(scope, since, to, limit));
        });
    }

    private Changed changed(Scope scope, CatalogPosition since, CatalogPosition to, int limit) {
        TableStore skus = state.store(StoredTable.SKUS);
        ChangedBarcodes page = new ChangedBarcodes(state.store(StoredTable.COMPANY_VARIANTS), skus, scope, limit);
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
                page.barcodes(),
                listed.stream().map(images::get).filter(Objects::nonNull).toList(),
                page.barcodes().stream()
                        .filter(barcode -> !images.containsKey(barcode))
                        .toList(),
                next,
                page.hasMore(),
                false);
    }
}
