package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.access.Authenticator;
import dev.partnercatalog.query.access.Authenticator.Caller;
import dev.partnercatalog.query.access.PartnerDirectory;
import dev.partnercatalog.query.access.PartnerDirectory.CompanyAccess;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.query.operation.ApiRoutes.ApiSettings;
import dev.partnercatalog.query.operation.ApiRoutes.ApiTables;
import dev.partnercatalog.query.operation.Cursors.Cursor;
import dev.partnercatalog.query.operation.Cursors.ViewFingerprint;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.ChangeWatch;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.RequestSlots;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the operations on everything that a scope lists have in common: access and cursors. Thread-safe. */
final class VariantFeed {

    /** An instance may be behind the one that issued a cursor, but not for longer than this while it keeps up. */
    private static final Duration LONGEST_BEHIND = Duration.ofMinutes(1);

    /** How long an instance may take to catch up with a cursor, and how often this is checked. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

    /** Answers a request, by one thread at a time. */
    @FunctionalInterface
    interface Attempt {
        /**
         * Writes the response and returns null; or returns how long to wait for a change of what the scope lists before
         * the next attempt, if it may.
         *
         * @param scope as the caller may see it now
         */
        @Nullable
        Duration answer(FeedScope scope, boolean mayWait) throws IOException;
    }

    private final Authenticator authenticator;
    private final PartnerDirectory partners;
    private final CatalogReader catalog;
    private final Cursors cursors;
    private final Duration retention;
    private final ChangeWatch watch;
    private final InstantSource clock;

    VariantFeed(
            Authenticator authenticator,
            PartnerDirectory partners,
            ApiTables tables,
            ApiSettings settings,
            InstantSource clock) {
        this.authenticator = authenticator;
        this.partners = partners;
        this.catalog = tables.catalog();
        this.cursors = new Cursors(settings.masterKey().derive("cursors"), settings.topics());
        this.retention = settings.changeRetention();
        this.watch = tables.watch();
        this.clock = clock;
    }

    /** The scope in the request's path: a location or, without one, the company as a whole. */
    FeedScope scope(Context context, Caller caller, Function<Context, RecordFields> fields) {
        String companyId = context.pathParam("companyId");
        @Nullable String locationId = context.pathParamMap().get("locationId");
        CompanyAccess access = partners.company(caller, companyId);
        Scope scope = access.scope(locationId == null ? companyId : locationId);
        ResolvedConfiguration configuration = partners.resolve(access, scope);
        ScopeView view = new ScopeView(configuration, scope, fields.apply(context));
        return new FeedScope(context, caller, fields, scope, view, ViewFingerprint.of(configuration));
    }

    /** The scope of a long request: what the caller may see, and how, may have changed in the meantime. */
    FeedScope rechecked(FeedScope before) {
        authenticator.requireEnabled(before.caller());
        return scope(before.context(), before.caller(), before.fields());
    }

    /** The cursor of a snapshot that starts now. */
    Cursor begin(FeedScope scope) {
        long now = nowSeconds();
        return Cursor.snapshot(
                scope.fingerprint(), catalog.position(scope.scope().companyId()), now);
    }

    String text(Cursor cursor, FeedScope scope) {
        return cursors.text(cursor.toldAt(nowSeconds()), scope.caller().partnerId(), scope.scope());
    }

    /**
     * The cursor in a parameter.
     *
     * @throws HttpProblem 400 if it isn't a cursor for this partner, scope and operation; 410 if it is too old, is
     *     from before what is known here, or belongs to topics that have been replaced
     */
    Cursor read(String text, String parameter, FeedScope scope, Set<Cursor.Kind> kinds) {
        Cursors.Issued issued = cursors.read(text, scope.caller().partnerId(), scope.scope())
                .orElseThrow(() -> HttpProblem.invalid(
                        parameter,
                        "not a cursor that this service issued to you for this scope: \"" + HttpProblem.shown(text)
                                + "\""));
        Cursor cursor = issued.cursor();
        if (!kinds.contains(cursor.kind())) {
            throw HttpProblem.invalid(
                    parameter,
                    cursor.kind() == Cursor.Kind.SNAPSHOT
                            ? "this is the cursor of a snapshot's next page; changes need the one in \"changes\""
                            : "this is a cursor for changes; the next page of a snapshot needs the one in \"next\"");
        }
        if (!issued.isOfTheseTopics()) {
            throw replacedTopics();
        }
        if (since(cursor.issuedAt()).compareTo(retention) > 0) {
            throw expired("The cursor was issued at " + Instant.ofEpochSecond(cursor.issuedAt())
                    + "; removals are only known since "
                    + Instant.ofEpochSecond(nowSeconds()).minus(retention) + ".");
        }
        if (Instant.ofEpochSecond(cursor.issuedAt()).isBefore(catalog.knownSince())) {
            throw expired("The changes since the cursor are not known any more:"
                    + " the topics keep deletions for too short a time.");
        }
        return cursor;
    }

    /**
     * Answers once this instance has reached a cursor, and refuses if that takes too long: the instance that issued it
     * may be a moment ahead. The request holds no thread while it waits, for that or for changes.
     */
    void answer(FeedScope scope, Cursor cursor, Attempt attempt) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Attempt onceReached = (now, mayWait) -> {
            if (catalog.reaches(now.scope().companyId(), cursor.position())) {
                return attempt.answer(now, mayWait);
            }
            if (!mayWait || System.nanoTime() - deadline > 0) {
                throw behind(cursor);
            }
            return POLL_INTERVAL;
        };
        if (onceReached.answer(scope, !watch.isClosed()) == null) {
            return;
        }
        ChangeWatch.Waiting waiting = watch.watch(scope.scope(), scope.caller().partnerId());
        CompletableFuture<Void> answered =
                answerLater(scope, onceReached, waiting).whenComplete((nothing, failure) -> waiting.close());
        scope.context().future(() -> answered);
    }

    private CompletableFuture<Void> answerLater(FeedScope scope, Attempt attempt, ChangeWatch.Waiting waiting) {
        waiting.rearm();
        try {
            Duration atMost = attempt.answer(scope, !watch.isClosed());
            return atMost == null
                    ? CompletableFuture.completedFuture(null)
                    : RequestSlots.untilEvent(
                            scope.context(),
                            waiting.changed(atMost),
                            // The caller may have lost its access in the meantime.
                            () -> answerLater(rechecked(scope), attempt, waiting));
        } catch (IOException | RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The problem if this instance doesn't reach a cursor: it is late, or the brokers lost what another one had read. */
    private HttpProblem behind(Cursor cursor) {
        if (since(cursor.toldAt()).compareTo(LONGEST_BEHIND) > 0
                && catalog.age().isZero()) {
            return replacedTopics();
        }
        return HttpProblem.unavailable("The cursor is newer than what has arrived here so far.");
    }

    private static HttpProblem replacedTopics() {
        return expired("The cursor belongs to topics that have been replaced.");
    }

    private static HttpProblem expired(String message) {
        return HttpProblem.of(
                ErrorCodes.CURSOR_EXPIRED,
                message,
                "Take a snapshot of the scope, and continue with the cursor in its \"changes\".");
    }

    long nowSeconds() {
        return clock.instant().getEpochSecond();
    }

    private Duration since(long seconds) {
        return Duration.ofSeconds(nowSeconds() - seconds);
    }

    /**
     * A scope for which a caller asks and that it may see.
     *
     * @param fields reads which fields of the records are wanted
     * @param view how the partner sees it
     * @param fingerprint of the configuration behind that
     */
    record FeedScope(
            Context context,
            Caller caller,
            Function<Context, RecordFields> fields,
            Scope scope,
            ScopeView view,
            long fingerprint) {}
}
