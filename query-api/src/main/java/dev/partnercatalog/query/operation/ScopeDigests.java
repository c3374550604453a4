package dev.partnercatalog.query.operation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.query.feed.Cursor;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.Changed;
import dev.partnercatalog.query.table.Listed;
import dev.partnercatalog.resolution.CopyDigest;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The digests of what scopes list (D31). They are kept: if one is requested again, only the ranges in which something
 * has changed are calculated. Partners that see a scope in the same way share one. In bounded memory; thread-safe.
 */
final class ScopeDigests {

    private static final int PAGE = 500;

    /** Each takes 10 KiB. */
    private static final int MOST_KEPT = 1_000;

    private final VariantFeed feed;
    private final CatalogReader catalog;
    private final Cache<Key, Kept> kept =
            Caffeine.newBuilder().maximumSize(MOST_KEPT).build();

    private record Key(Scope scope, long view) {}

    /**
     * A digest that is no longer changed.
     *
     * @param cursor from which on it lacks changes
     */
    private record Kept(Cursor cursor, CopyDigest digest) {}

    ScopeDigests(VariantFeed feed, CatalogReader catalog) {
        this.feed = feed;
        this.catalog = catalog;
    }

    /** The digest of all ranges, no older than the call; must not be changed. */
    CopyDigest of(FeedScope scope) {
        Key key = new Key(scope.scope(), scope.fingerprint());
        Kept known = kept.getIfPresent(key);
        Kept renewed = known == null ? null : renewed(known, scope);
        if (renewed == null) {
            Cursor begun = feed.begin(scope);
            CopyDigest digest = new CopyDigest();
            addRanges(digest, scope, all());
            renewed = new Kept(begun, digest);
        }
        kept.put(key, renewed);
        return renewed.digest();
    }

    /** Null if it has to be calculated as a whole: too much has changed, or not all that changed is known. */
    private @Nullable Kept renewed(Kept known, FeedScope scope) {
        if (!feed.knowsSince(known.cursor())) {
            return null;
        }
        CopyDigest digest = known.digest().copy();
        Cursor cursor = known.cursor();
        BitSet changed = new BitSet(CopyDigest.RANGES);
        long pages = digest.count() / VariantFeed.MOST_RECORDS;
        for (boolean more = true; more; pages--) {
            long now = feed.nowSeconds();
            Changed page = catalog.changed(scope.scope(), cursor.position(), VariantFeed.MOST_RECORDS);
            if (page.waits() || pages < 0) {
                return null;
            }
            page.barcodes().forEach(barcode -> changed.set(digest.range(barcode)));
            more = page.more();
            cursor = cursor.changedTo(page.next(), more ? cursor.issuedAt() : now);
        }
        if (!changed.isEmpty()) {
            changed.stream().forEach(digest::clear);
            addRanges(digest, scope, changed);
        }
        return new Kept(cursor, digest);
    }

    private static BitSet all() {
        BitSet all = new BitSet(CopyDigest.RANGES);
        all.set(0, CopyDigest.RANGES);
        return all;
    }

    private void addRanges(CopyDigest digest, FeedScope scope, BitSet ranges) {
        walk(
                scope.scope(),
                barcode -> ranges.get(digest.range(barcode)),
                (barcode, image) -> digest.add(digest.range(barcode), digest.hash(image, scope.view())));
    }

    /** The hashes of one range's records, by barcode. */
    Map<String, byte[]> hashes(FeedScope scope, int range) {
        CopyDigest digest = new CopyDigest();
        Map<String, byte[]> hashes = new LinkedHashMap<>();
        walk(
                scope.scope(),
                barcode -> digest.range(barcode) == range,
                (barcode, image) -> hashes.put(barcode, digest.hash(image, scope.view())));
        return hashes;
    }

    private void walk(Scope scope, Predicate<String> wanted, BiConsumer<String, VariantImage> visit) {
        String after = "";
        while (after != null) {
            if (Thread.currentThread().isInterrupted()) {
                throw HttpProblem.unavailable("The service is stopping.");
            }
            Listed page = catalog.listed(scope, after, PAGE, wanted);
            for (Listed.Variant variant : page.variants()) {
                if (variant.image() != null) {
                    visit.accept(variant.barcode(), variant.image());
                }
            }
            after = page.next();
        }
    }
}
