package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.operation.Cursors.Cursor;
import dev.partnercatalog.query.operation.VariantFeed.Attempt;
import dev.partnercatalog.query.operation.VariantFeed.FeedScope;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.CatalogReader.Changed;
import dev.partnercatalog.query.table.CatalogReader.Listed;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.JsonOutput;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET …/variants/changes}: what changed at a scope or was removed since a cursor; may wait for changes (D30).
 */
final class GetVariantChanges {

    private static final int LONGEST_WAIT_SECONDS = 30;

    /** How often a waiting request checks for a change of the configuration, of which it isn't notified. */
    private static final Duration LOOK = Duration.ofSeconds(3);

    /** The same, while a product has yet to arrive: it follows what refers to it in a moment. */
    private static final Duration SOON = Duration.ofMillis(100);

    /** How long a request goes through changes made elsewhere before it answers that there is more. */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);

    /** The members besides the variants. */
    private record Others(boolean more, String next, List<Removed> removed) {}

    private record Removed(String barcode, long companyId, long locationId) {}

    private final VariantFeed feed;
    private final CatalogReader catalog;
    private final VariantsResponse response;

    GetVariantChanges(VariantFeed feed, CatalogReader catalog, VariantsResponse response) {
        this.feed = feed;
        this.catalog = catalog;
        this.response = response;
    }

    void handle(Context context, Caller caller) throws IOException {
        FeedScope scope = feed.scope(context, caller, QueryParameters::fields);
        int limit = QueryParameters.number(context, "limit", 1, VariantFeed.MOST_RECORDS, VariantFeed.DEFAULT_RECORDS);
        int wait = QueryParameters.number(context, "wait", 0, LONGEST_WAIT_SECONDS, 0);
        String since = QueryParameters.text(context, "since");
        if (since == null) {
            throw HttpProblem.invalid(
                    "since",
                    "missing: expected the cursor in \"changes\" of a snapshot, or in \"next\" of the"
                            + " previous changes");
        }
        Cursor cursor = feed.read(since, "since", scope, Set.of(Cursor.Kind.CHANGES, Cursor.Kind.WALK));
        feed.answer(scope, cursor, new Request(limit, Duration.ofSeconds(wait), cursor));
    }

    /** One request, from its first check to its response. Used by one thread at a time. */
    private final class Request implements Attempt {

        private final int limit;
        private final long begun = System.nanoTime();
        private final Duration wait;
        private Cursor cursor;

        Request(int limit, Duration wait, Cursor cursor) {
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
                Duration look = page.waits() ? SOON : LOOK;
                return left.compareTo(look) < 0 ? left : look;
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
                        || System.nanoTime() - now > LONGEST_LOOK.toNanos()) {
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
            byte[] others = JsonOutput.of(new Others(
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
}
