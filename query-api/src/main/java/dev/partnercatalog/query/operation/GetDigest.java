package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.feed.Cursor;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.resolution.CopyDigest;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.limit.StreamSlots;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code GET …/variants/digest}: digests of what a scope lists, as a partner sees it, by which the partner checks
 * whether its copy is right (D31).
 */
final class GetDigest implements CallerHandler {

    private static final String RANGE = "range";
    private static final int ALL = -1;
    private static final int MOST_OF_PARTNER = 1;

    private record AllRanges(String changes, long count, List<Range> ranges) {}

    private record Range(long count, String digest, int range) {}

    private record OneRange(int range, List<Hash> records) {}

    private record Hash(String barcode, String hash) {}

    private final VariantFeed feed;
    private final CatalogReader catalog;
    private final ScopeDigests digests;
    private final StreamSlots slots;

    GetDigest(VariantFeed feed, CatalogReader catalog) {
        this.feed = feed;
        this.catalog = catalog;
        this.digests = new ScopeDigests(feed, catalog);
        // Each occupies a processor while it runs. One partner's digests leave room for another's.
        this.slots = new StreamSlots(
                Math.max(2, Runtime.getRuntime().availableProcessors() / 2),
                MOST_OF_PARTNER,
                "digests",
                "Request one digest at a time.");
    }

    @Override
    public void handle(Context context, Caller caller) {
        FeedScope scope = feed.scope(context, caller, all -> RecordFields.ALL);
        int range = QueryParameters.number(context, RANGE, 0, CopyDigest.RANGES - 1, ALL);
        StreamSlots.Slot slot = slots.take(caller.partnerId());
        try {
            // Before the look-ups: what is read later is no older than these say.
            Duration age = catalog.age();
            Cursor begun = feed.begin(scope);
            byte[] answer = range == ALL ? ofAllRanges(scope, begun) : ofOneRange(scope, range);
            if (feed.scopeAgain(context, caller, all -> RecordFields.ALL).fingerprint() != scope.fingerprint()) {
                throw HttpProblem.unavailable("Your configuration changed while the digest was being calculated.");
            }
            CatalogAge.setHeader(context, age);
            context.result(answer);
        } finally {
            slot.close();
        }
    }

    private byte[] ofAllRanges(FeedScope scope, Cursor begun) {
        CopyDigest digest = digests.of(scope);
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
                digests.hashes(scope, range).entrySet().stream()
                        .map(hash -> new Hash(hash.getKey(), HexFormat.of().formatHex(hash.getValue())))
                        .toList()));
    }
}
