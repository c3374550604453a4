package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.store.RowRange;
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

    ChangedBarcodes(TableStore entries, TableStore listings, Scope scope, int limit) {
        this.entries = entries;
        this.listings = listings;
        this.scope = scope;
        this.limit = limit;
    }

    /** Continues reading, and returns how far it got. */
    CatalogPosition read(CatalogPosition since, CatalogPosition to) {
        long ofEntries = readEntries(since.entries(), to.entries());
        long ofListings = ofEntries < to.entries() ? since.listings() : readListings(since.listings(), to.listings());
        return new CatalogPosition(ofEntries, ofListings);
    }

    Set<String> barcodes() {
        return barcodes;
    }

    /** Entries of the company and the location only matter for listed barcodes. */
    private long readEntries(long from, long to) {
        if (from >= to) {
            return from;
        }
        try (RowRange ofCompany = entries.changes().since(scope.company(), from, to);
                RowRange ofLocation = entries.changes().since(scope, scope.isCompany() ? to : from, to)) {
            while (true) {
                RowRange first = earlier(ofCompany, ofLocation);
                if (first == null) {
                    return to;
                }
                byte[] row = first.key();
                if (isFull()) {
                    return RowKey.changedSequence(row);
                }
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
        try (RowRange changes = listings.changes().since(scope, from, to)) {
            while (changes.hasNext()) {
                byte[] row = changes.key();
                if (isFull()) {
                    return RowKey.changedSequence(row);
                }
                changes.advance();
                rows++;
                barcodes.add(RowKey.changedBarcode(row));
            }
        }
        return to;
    }

    private boolean isFull() {
        return barcodes.size() >= limit || rows >= MOST_ROWS;
    }
}
