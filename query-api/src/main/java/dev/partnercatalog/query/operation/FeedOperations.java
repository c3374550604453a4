package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerSlots;
import dev.partnercatalog.query.operation.Cursors.Cursor;
import dev.partnercatalog.query.operation.VariantFeed.Attempt;
import dev.partnercatalog.query.operation.VariantFeed.FeedScope;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.CatalogReader.Changed;
import dev.partnercatalog.query.table.CatalogReader.Listed;
import dev.partnercatalog.resolution.CopyDigest;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.JsonOutput;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.eclipse.jetty.http.QuotedQualityCSV;
import org.jspecify.annotations.Nullable;

/**
 * The operations on everything that a scope lists, below {@code /v1/{companyId}[/location/{locationId}]}: {@code GET
 * /variants}, the snapshot, in pages or as a stream (D29); {@code GET /variants/changes}, what changed or was removed
 * since a cursor (D30); and {@code GET /variants/digest}, by which a partner checks whether its copy is right (D31).
 */
final class FeedOperations {

    private static final int MOST_RECORDS = 1_000;
    private static final int DEFAULT_RECORDS = 500;
    private static final int LONGEST_WAIT_SECONDS = 30;

    /** How often a waiting request checks for a change of the configuration, of which it isn't notified. */
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(3);

    /** The same, while a product has yet to arrive: it follows what refers to it in a moment. */
    private static final Duration SOON = Duration.ofMillis(100);

    /** How long a request goes through changes made elsewhere before it answers that there is more. */
    private static final Duration LONGEST_READ = Duration.ofSeconds(1);

    private static final int ALL_RANGES = -1;
    private static final String JSON = "application/json";
    private static final String NDJSON = "application/x-ndjson";
    private static final byte[] VARIANT = "\"variant\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OPEN = "{".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] COMMA = ",".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CLOSE_LINE = "}\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NEW_LINE = "\n".getBytes(StandardCharsets.US_ASCII);

    /**
     * The members of a snapshot's page or line besides the variants.
     *
     * @param skus of a line's variant; in a page, by barcode
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record OfSnapshot(
            @Nullable String changes,
            @Nullable String next,
            @Nullable Object skus) {}

    /** The members of a page of changes besides the variants. */
    private record OfChanges(boolean more, String next, List<Removed> removed) {}

    private record Removed(String barcode, long companyId, long locationId) {}

    private record AllRanges(String changes, long count, List<Range> ranges) {}

    private record Range(long count, String digest, int range) {}

    private record OneRange(int range, List<Hash> records) {}

    private record Hash(String barcode, String hash) {}

    private final VariantFeed feed;
    private final CatalogReader catalog;
    private final VariantsResponse response;
    private final PartnerSlots streams =
            new PartnerSlots(16, 2, "streams", "Read one to its end before you start another, or request pages.");

    /** Each occupies a processor while it runs. One partner's digests leave room for another's. */
    private final PartnerSlots digests = new PartnerSlots(
            Math.max(2, Runtime.getRuntime().availableProcessors() / 2), 1, "digests", "Request one digest at a time.");

    FeedOperations(VariantFeed feed, CatalogReader catalog, VariantsResponse response) {
        this.feed = feed;
        this.catalog = catalog;
        this.response = response;
    }

    private static int limit(Context context) {
        return QueryParameters.number(context, "limit", 1, MOST_RECORDS, DEFAULT_RECORDS);
    }

    void snapshot(Context context, Caller caller) throws IOException {
        FeedScope scope = feed.scope(context, caller, QueryParameters::fields);
        int limit = limit(context);
        boolean skus = QueryParameters.flag(context, "skus");
        String text = QueryParameters.text(context, "cursor");
        Cursor cursor =
                text == null ? feed.begin(scope) : feed.read(text, "cursor", scope, Set.of(Cursor.Kind.SNAPSHOT));
        feed.answer(scope, cursor, (now, mayWait) -> {
            VariantsResponse.setAge(context, catalog.age());
            if (wantsLines(context)) {
                context.contentType(NDJSON);
                if (!context.req().getMethod().equals("HEAD")) {
                    stream(now, cursor, limit, skus);
                }
            } else {
                page(now, cursor, limit, skus);
            }
            return null;
        });
    }

    /** Clients generated from the document send all types of an operation with one weight: then the default applies. */
    private static boolean wantsLines(Context context) {
        QuotedQualityCSV accepted = new QuotedQualityCSV(type -> type.startsWith(JSON) ? 1 : 0);
        Collections.list(context.req().getHeaders("Accept"))
                .forEach(line -> accepted.addValue(line.toLowerCase(Locale.ROOT)));
        return accepted.getValues().stream()
                .map(type -> type.split(";", -1)[0])
                .filter(Set.of(JSON, NDJSON)::contains)
                .findFirst()
                .equals(Optional.of(NDJSON));
    }

    private void page(FeedScope scope, Cursor cursor, int limit, boolean withSkus) throws IOException {
        Listed page = catalog.listed(scope.scope(), cursor.after(), limit, withSkus);
        boolean last = page.next() == null;
        String reached = feed.text(cursor.walkedTo(page.next(), scope.fingerprint()), scope);
        Map<String, List<String>> skus = new LinkedHashMap<>();
        page.variants().forEach(variant -> skus.put(variant.barcode(), variant.skus()));
        byte[] others =
                JsonOutput.of(new OfSnapshot(last ? reached : null, last ? null : reached, withSkus ? skus : null));
        response.write(scope.context(), others, page.images(), scope.view());
    }

    @SuppressWarnings("try") // the slot only needs to be held
    private void stream(FeedScope first, Cursor from, int limit, boolean withSkus) throws IOException {
        try (PartnerSlots.Slot slot = streams.take(first.caller().partnerId());
                VariantsResponse.Output out = response.stream(first.context(), () -> {})) {
            FeedScope scope = first;
            Cursor cursor = from;
            while (true) {
                Listed page = catalog.listed(scope.scope(), cursor.after(), limit, withSkus);
                boolean last = page.next() == null;
                cursor = cursor.walkedTo(page.next(), scope.fingerprint());
                String reached = feed.text(cursor, scope);
                writeLines(out, page, withSkus, scope.view(), last ? null : reached);
                if (last) {
                    out.write(JsonOutput.of(new OfSnapshot(reached, null, null)));
                    out.write(NEW_LINE);
                    out.flush();
                    return;
                }
                out.flush();
                scope = feed.rechecked(scope);
            }
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        }
    }

    /** @param next sent with the last line */
    private static void writeLines(
            VariantsResponse.Output out, Listed page, boolean withSkus, ScopeView view, @Nullable String next) {
        List<Listed.Variant> variants = page.variants();
        for (int i = 0; i < variants.size(); i++) {
            Listed.Variant variant = variants.get(i);
            String resume = i == variants.size() - 1 ? next : null;
            if (resume == null && !withSkus) {
                out.write(OPEN);
            } else {
                byte[] others = JsonOutput.of(new OfSnapshot(null, resume, withSkus ? variant.skus() : null));
                out.write(others, 0, others.length - 1);
                out.write(COMMA);
            }
            out.write(VARIANT);
            variant.image().writeTo(out, view);
            out.write(CLOSE_LINE);
        }
    }

    void changes(Context context, Caller caller) throws IOException {
        FeedScope scope = feed.scope(context, caller, QueryParameters::fields);
        int limit = limit(context);
        int wait = QueryParameters.number(context, "wait", 0, LONGEST_WAIT_SECONDS, 0);
        String since = QueryParameters.text(context, "since");
        if (since == null) {
            throw HttpProblem.invalid(
                    "since",
                    "missing: expected the cursor in \"changes\" of a snapshot, or in \"next\" of the"
                            + " previous changes");
        }
        Cursor cursor = feed.read(since, "since", scope, Set.of(Cursor.Kind.CHANGES, Cursor.Kind.WALK));
        feed.answer(scope, cursor, new ChangesRequest(limit, Duration.ofSeconds(wait), cursor));
    }

    /** A request for changes, which may wait for them. */
    private final class ChangesRequest implements Attempt {

        private final int limit;
        private final long begun = System.nanoTime();
        private final Duration wait;
        private Cursor cursor;

        ChangesRequest(int limit, Duration wait, Cursor cursor) {
            this.limit = limit;
            this.wait = wait;
            this.cursor = cursor;
        }

        @Override
        public @Nullable Duration answer(FeedScope scope, boolean mayWait) throws IOException {
            Duration age = catalog.age();
            if (cursor.kind() == Cursor.Kind.WALK || cursor.view() != scope.fingerprint()) {
                VariantsResponse.setAge(scope.context(), age);
                walk(scope);
                return null;
            }
            Changed page = changed(scope);
            Duration left = wait.minusNanos(System.nanoTime() - begun);
            boolean more = page.more() && !(page.waits() && page.isEmpty());
            if (mayWait && page.isEmpty() && !more && !left.isNegative() && !left.isZero()) {
                Duration pause = page.waits() ? SOON : POLL_INTERVAL;
                return left.compareTo(pause) < 0 ? left : pause;
            }
            VariantsResponse.setAge(scope.context(), age);
            write(scope, page.variants(), page.removed(), cursor, more);
            return null;
        }

        /** Continues for a while until something is found: most changes may be in what is only listed elsewhere. */
        private Changed changed(FeedScope scope) {
            long now = System.nanoTime();
            while (true) {
                long at = feed.nowSeconds();
                Changed page = catalog.changed(scope.scope(), cursor.position(), limit);
                cursor = cursor.changedTo(page.next(), page.more() ? cursor.issuedAt() : at);
                if (!page.isEmpty()
                        || !page.more()
                        || page.waits()
                        || System.nanoTime() - now > LONGEST_READ.toNanos()) {
                    return page;
                }
            }
        }

        private void walk(FeedScope scope) throws IOException {
            Cursor from = cursor.kind() == Cursor.Kind.WALK && cursor.view() == scope.fingerprint()
                    ? cursor
                    : cursor.rewalked(scope.fingerprint());
            Listed page = catalog.listed(scope.scope(), from.after(), limit, false);
            Cursor reached = from.walkedTo(page.next(), scope.fingerprint());
            boolean more = page.next() != null
                    || !reached.position()
                            .reaches(catalog.position(scope.scope().companyId()));
            write(scope, page.images(), List.of(), reached, more);
        }

        private void write(
                FeedScope scope, List<VariantImage> variants, List<String> removed, Cursor next, boolean more)
                throws IOException {
            byte[] others = JsonOutput.of(new OfChanges(
                    more,
                    feed.text(next, scope),
                    removed.stream()
                            .map(barcode -> new Removed(
                                    barcode,
                                    scope.scope().companyId(),
                                    scope.scope().locationId()))
                            .toList()));
            response.write(scope.context(), others, variants, scope.view());
        }
    }

    @SuppressWarnings("try") // the slot only needs to be held
    void digest(Context context, Caller caller) {
        FeedScope scope = feed.scope(context, caller, all -> RecordFields.ALL);
        int range = QueryParameters.number(context, "range", 0, CopyDigest.RANGES - 1, ALL_RANGES);
        try (PartnerSlots.Slot slot = digests.take(caller.partnerId())) {
            // Before the look-ups: what is read later is no older than these say.
            Duration age = catalog.age();
            Cursor begun = feed.begin(scope);
            byte[] answer = range == ALL_RANGES ? digestOfAll(scope, begun) : hashesOf(scope, range);
            if (feed.rechecked(scope).fingerprint() != scope.fingerprint()) {
                throw HttpProblem.unavailable("Your configuration changed while the digest was being calculated.");
            }
            VariantsResponse.setAge(context, age);
            context.result(answer);
        }
    }

    private byte[] digestOfAll(FeedScope scope, Cursor begun) {
        CopyDigest digest = new CopyDigest();
        hash(scope, digest, any -> true, (barcode, hash) -> digest.add(digest.range(barcode), hash));
        return JsonOutput.of(new AllRanges(
                feed.text(begun.walkedTo(null, scope.fingerprint()), scope),
                digest.count(),
                IntStream.range(0, CopyDigest.RANGES)
                        .mapToObj(range -> new Range(digest.count(range), digest.digest(range), range))
                        .toList()));
    }

    private byte[] hashesOf(FeedScope scope, int range) {
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
            Listed page = catalog.listed(scope.scope(), after, DEFAULT_RECORDS, wanted);
            page.variants()
                    .forEach(variant -> receiver.accept(variant.barcode(), digest.hash(variant.image(), scope.view())));
            after = page.next();
        }
    }
}
