package dev.partnercatalog.query.table;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.query.table.CatalogReader.Changed;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.store.RowStore.RowRange;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pages of changes that several requests ask for, so that the changed rows are read once for all who wait at a scope:
 * they go on from where the page before ended. A page counts until something arrives in the company's partitions; one
 * that waits for a product, until a product arrives. Thread-safe.
 */
final class ChangePages {

    private static final long MOST_BYTES = 32 << 20;
    private static final int BYTES_OF_BARCODE = 100;

    /** Most requests that share a page are woken together. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    /** A product that doesn't come counts as lost after a while, which nothing reports. */
    private static final long LONGEST_WAITING_NANOS = Duration.ofSeconds(1).toNanos();

    record Wanted(Scope scope, CatalogPosition since, int limit) {}

    /** How far the company's tables had progressed, and how many records of products had arrived. */
    record Moment(CatalogPosition company, long products) {}

    /** A page that was read after a moment, at a time in nanoseconds. */
    private record Page(Moment at, long nanos, Changed changed) {

        boolean counts(Moment now, long nanosNow) {
            return at.company().reaches(now.company())
                    && (!changed.waits()
                            || (at.products() == now.products() && nanosNow - nanos < LONGEST_WAITING_NANOS));
        }

        int bytes() {
            return (changed.variants().size() + changed.removed().size()) * BYTES_OF_BARCODE
                    + changed.variants().stream().mapToInt(VariantImage::size).sum();
        }
    }

    private final Cache<Wanted, Page> pages = Caffeine.newBuilder()
            .maximumWeight(MOST_BYTES)
            .weigher((Wanted wanted, Page page) -> page.bytes())
            .expireAfterWrite(KEPT)
            .build();

    private final LongSupplier nanos;

    /** @param nanos the time, in nanoseconds since any moment */
    ChangePages(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * A page with all changes up to a position.
     *
     * @param read reads the page; others who want the same page wait meanwhile
     */
    Changed page(Wanted wanted, Moment now, Supplier<Changed> read) {
        Page known = pages.getIfPresent(wanted);
        if (known != null && known.counts(now, nanos.getAsLong())) {
            return known.changed();
        }
        return pages.asMap()
                .compute(wanted, (same, before) -> {
                    long begun = nanos.getAsLong();
                    return before != null && before.counts(now, begun) ? before : new Page(now, begun, read.get());
                })
                .changed();
    }

    /** Collects the barcodes of a page of changes from the rows of two stores. Not thread-safe. */
    static final class ChangedBarcodes {

        /** The maximum number of rows read for a page; most may belong to variants that the scope doesn't list. */
        private static final int MOST_ROWS = 20_000;

        private final TableStore entries;
        private final TableStore listings;
        private final Scope scope;
        private final int limit;
        private final Set<String> barcodes = new LinkedHashSet<>();
        private int rows;
        private boolean more;

        ChangedBarcodes(TableStore entries, TableStore listings, Scope scope, int limit) {
            this.entries = entries;
            this.listings = listings;
            this.scope = scope;
            this.limit = limit;
        }

        /**
         * Reads rows, and returns the position after the last one. It is the same for everybody who has read as far, however
         * far the tables have progressed since, so that those who wait go on from the same position.
         */
        CatalogPosition read(CatalogPosition since, CatalogPosition to) {
            long ofEntries = readEntries(since.entries(), to.entries());
            return new CatalogPosition(
                    ofEntries, more ? since.listings() : readListings(since.listings(), to.listings()));
        }

        Set<String> barcodes() {
            return barcodes;
        }

        boolean hasMore() {
            return more;
        }

        /** Entries of the company and the location only matter for listed barcodes. */
        private long readEntries(long from, long to) {
            if (from >= to) {
                return from;
            }
            try (RowRange ofCompany = entries.changedSince(scope.company(), from, to);
                    RowRange ofLocation = entries.changedSince(scope, scope.isCompany() ? to : from, to)) {
                long after = from;
                while (true) {
                    RowRange first = earlier(ofCompany, ofLocation);
                    if (first == null || isFull()) {
                        more = first != null;
                        return after;
                    }
                    byte[] row = first.key();
                    after = RowKey.changedSequence(row) + RowKey.sequence(1);
                    first.advance();
                    rows++;
                    String barcode = RowKey.changedBarcode(row);
                    if (listings.isListed(scope, barcode)) {
                        barcodes.add(barcode);
                    }
                }
            }
        }

        private static @Nullable RowRange earlier(RowRange one, RowRange other) {
            if (!one.hasNext() || !other.hasNext()) {
                return one.hasNext() ? one : other.hasNext() ? other : null;
            }
            long ofOne = RowKey.changedSequence(one.key());
            return ofOne <= RowKey.changedSequence(other.key()) ? one : other;
        }

        private long readListings(long from, long to) {
            if (from >= to) {
                return from;
            }
            long after = from;
            try (RowRange changes = listings.changedSince(scope, from, to)) {
                for (; changes.hasNext() && !isFull(); changes.advance()) {
                    byte[] row = changes.key();
                    after = RowKey.changedSequence(row) + 1;
                    rows++;
                    barcodes.add(RowKey.changedBarcode(row));
                }
                more = changes.hasNext();
            }
            return after;
        }

        private boolean isFull() {
            return barcodes.size() >= limit || rows >= MOST_ROWS;
        }
    }
}
