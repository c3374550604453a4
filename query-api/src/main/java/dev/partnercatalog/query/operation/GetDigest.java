package dev.partnercatalog.query.operation;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.query.access.Caller;
import dev.partnercatalog.query.feed.Cursor;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.Listed;
import dev.partnercatalog.resolution.CopyDigest;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * {@code GET …/variants/digest}: digests of what a scope lists, as a partner sees it, by which the partner checks
 * whether its copy is right (D31). Keeps the hashes of at most one range.
 */
final class GetDigest implements CallerHandler {

    private static final String RANGE = "range";
    private static final int ALL = -1;
    private static final int PAGE = 500;
    static final int MOST_OF_PARTNER = 1;

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
        CopyDigest digest = new CopyDigest();
        walk(scope.scope(), (barcode, image) -> digest.add(digest.range(barcode), digest.hash(image, scope.view())));
        return JsonOutput.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("changes", feed.text(begun.walked(scope.fingerprint()), scope));
            json.writeNumberField("count", digest.count());
            json.writeArrayFieldStart("ranges");
            for (int range = 0; range < CopyDigest.RANGES; range++) {
                json.writeStartObject();
                json.writeNumberField("count", digest.count(range));
                json.writeStringField("digest", digest.digest(range));
                json.writeNumberField(RANGE, range);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private byte[] ofOneRange(FeedScope scope, int range) {
        CopyDigest digest = new CopyDigest();
        Map<String, byte[]> hashes = new LinkedHashMap<>();
        walk(scope.scope(), (barcode, image) -> {
            if (digest.range(barcode) == range) {
                hashes.put(barcode, digest.hash(image, scope.view()));
            }
        });
        return JsonOutput.bytes(json -> {
            json.writeStartObject();
            json.writeNumberField(RANGE, range);
            json.writeArrayFieldStart("records");
            for (Map.Entry<String, byte[]> record : hashes.entrySet()) {
                json.writeStartObject();
                json.writeStringField("barcode", record.getKey());
                json.writeStringField("hash", HexFormat.of().formatHex(record.getValue()));
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private void walk(Scope scope, BiConsumer<String, VariantImage> visit) {
        String after = "";
        while (after != null) {
            if (Thread.currentThread().isInterrupted()) {
                throw HttpProblem.unavailable("The service is stopping.");
            }
            Listed page = catalog.listed(scope, after, PAGE, false);
            for (Listed.Variant variant : page.variants()) {
                if (variant.image() != null) {
                    visit.accept(variant.barcode(), variant.image());
                }
            }
            after = page.next();
        }
    }
}
