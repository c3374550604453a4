package dev.partnercatalog.query.operation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.operation.Cursors.Cursor;
import dev.partnercatalog.query.operation.VariantFeed.FeedScope;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.CatalogReader.Changed;
import dev.partnercatalog.query.table.CatalogReader.Listed;
import dev.partnercatalog.resolution.CopyDigest;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.StreamSlots;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET …/variants/digest}: digests of what a scope lists, as a partner sees it, by which the partner checks
 * whether its copy is right (D31).
 */
final class GetDigest {

    private static final String RANGE = "range";
    private static final int ALL = -1;
    private static final int MOST_OF_PARTNER = 1;
    private static final int PAGE = 500;
    private static final long MOST_BYTES = 64 << 20;

    /** What a digest takes besides its barcodes. */
    private static final int BYTES_OF_DIGEST = 20 << 10;

    private record AllRanges(String changes, long count, List<Range> ranges) {}

    private record Range(long count, String digest, int range) {}

    private record OneRange(int range, List<Hash> records) {}

    private record Hash(String barcode, String hash) {}

    private record Key(Scope scope, long view) {

        static Key of(FeedScope scope) {
            return new Key(scope.scope(), scope.fingerprint());
        }
    }

    /** A digest, the cursor from which on it lacks changes, and the barcodes of each range, with line breaks. */
    private record Kept(Cursor cursor, CopyDigest digest, List<String> barcodes) {

        int bytes() {
            return BYTES_OF_DIGEST + barcodes.stream().mapToInt(String::length).sum();
        }

        NavigableSet<String> barcodes(int range) {
            return barcodes.get(range).lines().collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private final VariantFeed feed;
    private final CatalogReader catalog;
    private final StreamSlots slots;

    /**
     * What is kept of scopes: if a digest is requested again, only the ranges in which something has changed are calculated,
     * and only their records are read. Partners that see a scope in the same way share one. In bounded memory.
     */
    private final Cache<Key, Kept> kept = Caffeine.newBuilder()
            .maximumWeight(MOST_BYTES)
            .weigher((Key key, Kept digest) -> digest.bytes())
            .build();

    GetDigest(VariantFeed feed, CatalogReader catalog) {
        this.feed = feed;
        this.catalog = catalog;
        // Each occupies a processor while it runs. One partner's digests leave room for another's.
        this.slots = new StreamSlots(
                Math.max(2, Runtime.getRuntime().availableProcessors() / 2),
                MOST_OF_PARTNER,
                "digests",
                "Request one digest at a time.");
    }

    @SuppressWarnings("try") // the slot only needs to be held
    void handle(Context context, Caller caller) {
        FeedScope scope = feed.scope(context, caller, all -> RecordFields.ALL);
        int range = QueryParameters.number(context, RANGE, 0, CopyDigest.RANGES - 1, ALL);
        try (StreamSlots.Slot slot = slots.take(caller.partnerId())) {
            // Before the look-ups: what is read later is no older than these say.
            Duration age = catalog.age();
            Cursor begun = feed.begin(scope);
            byte[] answer = range == ALL ? ofAllRanges(scope, begun) : ofOneRange(scope, range);
            if (feed.recheckedScope(context, caller, all -> RecordFields.ALL).fingerprint() != scope.fingerprint()) {
                throw HttpProblem.unavailable("Your configuration changed while the digest was being calculated.");
            }
            VariantsResponse.setAge(context, age);
            context.result(answer);
        }
    }

    private byte[] ofAllRanges(FeedScope scope, Cursor begun) {
        CopyDigest digest = of(scope);
        return JsonOutput.of(new AllRanges(
                feed.text(begun.walked(scope.fingerprint()), scope),
                digest.count(),
                IntStream.range(0, CopyDigest.RANGES)
                        .mapToObj(range -> new Range(digest.count(range), digest.digest(range), range))
                        .toList()));
    }

    private byte[] ofOneRange(FeedScope scope, int range) {
        return JsonOutput.of(new OneRange(
                range,
                hashes(scope, range).entrySet().stream()
                        .map(hash -> new Hash(hash.getKey(), HexFormat.of().formatHex(hash.getValue())))
                        .toList()));
    }

    /** The digest of all ranges, no older than the call; must not be changed. */
    private CopyDigest of(FeedScope scope) {
        Kept known = renewed(scope);
        if (known == null) {
            Cursor begun = feed.begin(scope);
            CopyDigest digest = new CopyDigest();
            List<StringBuilder> barcodes =
                    Stream.generate(StringBuilder::new).limit(CopyDigest.RANGES).toList();
            walk(after -> catalog.listed(scope.scope(), after, PAGE, any -> true), (barcode, image) -> {
                int range = digest.range(barcode);
                digest.add(range, digest.hash(image, scope.view()));
                barcodes.get(range).append(barcode).append('\n');
            });
            known = new Kept(
                    begun,
                    digest,
                    barcodes.stream().map(StringBuilder::toString).toList());
            kept.put(Key.of(scope), known);
        }
        return known.digest();
    }

    /** What is kept of a scope, as it is now; null if nothing is, or it has to be calculated as a whole. */
    private @Nullable Kept renewed(FeedScope scope) {
        Kept known = kept.getIfPresent(Key.of(scope));
        Kept renewed = known == null ? null : renewed(known, scope);
        if (renewed != null) {
            kept.put(Key.of(scope), renewed);
        }
        return renewed;
    }

    /** Null if too much has changed, or not all that changed is known. */
    private @Nullable Kept renewed(Kept known, FeedScope scope) {
        if (!feed.knowsSince(known.cursor())) {
            return null;
        }
        CopyDigest digest = known.digest().copy();
        Cursor cursor = known.cursor();
        Map<Integer, NavigableSet<String>> changed = new HashMap<>();
        long pages = digest.count() / VariantFeed.MOST_RECORDS;
        for (boolean more = true; more; pages--) {
            long now = feed.nowSeconds();
            Changed page = catalog.changed(scope.scope(), cursor.position(), VariantFeed.MOST_RECORDS);
            if (page.waits() || pages < 0) {
                return null;
            }
            page.barcodes()
                    .forEach(barcode -> changed.computeIfAbsent(digest.range(barcode), known::barcodes)
                            .add(barcode));
            more = page.more();
            cursor = cursor.changedTo(page.next(), more ? cursor.issuedAt() : now);
        }
        List<String> barcodes = new ArrayList<>(known.barcodes());
        changed.forEach((range, some) -> {
            digest.clear(range);
            StringBuilder listed = new StringBuilder();
            walk(scope, some, (barcode, image) -> {
                digest.add(range, digest.hash(image, scope.view()));
                listed.append(barcode).append('\n');
            });
            barcodes.set(range, listed.toString());
        });
        return new Kept(cursor, digest, barcodes);
    }

    /** The hashes of one range's records, by barcode. */
    private Map<String, byte[]> hashes(FeedScope scope, int range) {
        CopyDigest digest = new CopyDigest();
        Map<String, byte[]> hashes = new LinkedHashMap<>();
        BiConsumer<String, VariantImage> add =
                (barcode, image) -> hashes.put(barcode, digest.hash(image, scope.view()));
        Kept known = renewed(scope);
        if (known == null) {
            walk(after -> catalog.listed(scope.scope(), after, PAGE, barcode -> digest.range(barcode) == range), add);
        } else {
            walk(scope, known.barcodes(range), add);
        }
        return hashes;
    }

    /** Visits those of some barcodes that a scope lists. */
    private void walk(FeedScope scope, NavigableSet<String> barcodes, BiConsumer<String, VariantImage> visit) {
        walk(after -> catalog.listed(scope.scope(), barcodes.tailSet(after, false)), visit);
    }

    private static void walk(Function<String, Listed> pages, BiConsumer<String, VariantImage> visit) {
        String after = "";
        while (after != null) {
            if (Thread.currentThread().isInterrupted()) {
                throw HttpProblem.unavailable("The service is stopping.");
            }
            Listed page = pages.apply(after);
            for (Listed.Variant variant : page.variants()) {
                if (variant.image() != null) {
                    visit.accept(variant.barcode(), variant.image());
                }
            }
            after = page.next();
        }
    }
}
