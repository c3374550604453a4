package dev.partnercatalog.query.table;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

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

    /** What a page is made of. */
    record Wanted(Scope scope, CatalogPosition since, int limit) {}

    /**
     * A moment.
     *
     * @param company how far the company's tables had progressed
     * @param products how many records of products had arrived
     */
    record Moment(CatalogPosition company, long products) {}

    /**
     * A page that was read.
     *
     * @param at a moment before
     * @param nanos when that was
     */
    private record Page(Moment at, long nanos, Changed changed) {

        boolean counts(Moment now, long nanosNow) {
            return at.company().reaches(now.company())
                    && (!changed.waits()
                            || (at.products() == now.products() && nanosNow - nanos < LONGEST_WAITING_NANOS));
        }

        int bytes() {
            return changed.barcodes().size() * BYTES_OF_BARCODE
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
}
