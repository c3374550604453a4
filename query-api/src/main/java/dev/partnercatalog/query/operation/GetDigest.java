package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.operation.Cursors.Cursor;
import dev.partnercatalog.query.operation.VariantFeed.FeedScope;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.CatalogReader.Listed;
import dev.partnercatalog.resolution.CopyDigest;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.limit.StreamSlots;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * {@code GET …/variants/digest}: digests of what a scope lists, as a partner sees it, by which the partner checks
 * whether its copy is right (D31).
 */
final class GetDigest {

    private static final String RANGE = "range";
    private static final int ALL = -1;
    private static final int MOST_OF_PARTNER = 1;
    private static final int PAGE = 500;

    private record AllRanges(String changes, long count, List<Range> ranges) {}

    private record Range(long count, String digest, int range) {}

    private record OneRange(int range, List<Hash> records) {}

    private record Hash(String barcode, String hash) {}

    private final VariantFeed feed;
    private final CatalogReader catalog;
    private final StreamSlots slots;

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
            if (feed.rechecked(scope).fingerprint() != scope.fingerprint()) {
                throw HttpProblem.unavailable("Your configuration changed while the digest was being calculated.");
            }
            VariantsResponse.setAge(context, age);
            context.result(answer);
        }
    }

    private byte[] ofAllRanges(FeedScope scope, Cursor begun) {
        CopyDigest digest = new CopyDigest();
        hash(scope, digest, any -> true, (barcode, hash) -> digest.add(digest.range(barcode), hash));
        return JsonOutput.of(new AllRanges(
                feed.text(begun.walkedTo(null, scope.fingerprint()), scope),
                digest.count(),
                IntStream.range(0, CopyDigest.RANGES)
                        .mapToObj(range -> new Range(digest.count(range), digest.digest(range), range))
                        .toList()));
    }

    private byte[] ofOneRange(FeedScope scope, int range) {
        CopyDigest digest = new CopyDigest();
        List<Hash> hashes = new ArrayList<>();
        hash(
                scope,
                digest,
                barcode -> digest.range(barcode) == range,
                (barcode, hash) -> hashes.add(new Hash(barcode, HexFormat.of().formatHex(hash))));
        return JsonOutput.of(new OneRange(range, hashes));
    }

    /** Passes on the barcode and the hash of each listed record that is wanted, in order of barcode. */
    private void hash(
            FeedScope scope, CopyDigest digest, Predicate<String> wanted, BiConsumer<String, byte[]> receiver) {
        String after = "";
        while (after != null) {
            if (Thread.currentThread().isInterrupted()) {
                throw HttpProblem.unavailable("The service is stopping.");
            }
            Listed page = catalog.listed(scope.scope(), after, PAGE, wanted);
            page.variants()
                    .forEach(variant -> receiver.accept(variant.barcode(), digest.hash(variant.image(), scope.view())));
            after = page.next();
        }
    }
}
