package dev.partnercatalog.query.table;

import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.store.RowStore.RowRange;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects the barcodes of a page of changes from the rows of two stores. Not thread-safe. */
final class ChangedBarcodes {

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
        return new CatalogPosition(ofEntries, more ? since.listings() : readListings(since.listings(), to.listings()));
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
