package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.catalog.CatalogStore.Change;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPage;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.Partition;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import dev.partnercatalog.webhook.reconcile.Scans.Scan;
import dev.partnercatalog.webhook.state.Acknowledged;
import dev.partnercatalog.webhook.state.Deferred;
import dev.partnercatalog.webhook.state.Deferred.Kind;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.PartnerRow;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What is due to a partner in one task: the one place of that. A due variant is one of three:
 *
 * <ul>
 *   <li>it has changed after the partner's <em>cursor</em>: an {@link Item} here, or, where more came than are kept here,
 *       still to be read from the catalog's stores;
 *   <li>a <em>scan</em> hasn't passed it ({@link Scans});
 *   <li>it is <em>deferred</em>: it waits by itself ({@link Deferrals}).
 * </ul>
 *
 * A variant is settled when it was compared as the same, when it was accepted, or when it waits by itself and a row says
 * so. The cursor and the scans' positions have passed settled variants only. Confined to the task's thread.
 */
final class Feed {

    private static final long NEVER = Long.MAX_VALUE;

    /**
     * With so many isolated records, no further message that fails is suspected (D37), and no more records are sent one by
     * one: the endpoint fails on too much, and pauses after each failure.
     */
    private static final int MOST_ISOLATED = 1_000;

    final String partnerId;
    final SinkState state;
    private final ReconcileLimits limits;
    final Items items = new Items();
    final Scans scans;
    final Deferrals deferrals;
    final Repeats repeats = new Repeats();
    private final Set<ScopedVariant> isolatedDue = new LinkedHashSet<>();

    private @Nullable Subscriber subscriber;
    private Hash revision;
    private long pings;
    private PartnerRow.@Nullable Hold hold;
    private PartnerRow written;

    /** Up to where changes are here; null: all that the task has read. */
    private @Nullable FeedPosition readTo;

    /** How the partner keeps up; null if that isn't known. */
    FeedCursors.@Nullable Lag lag;

    /** What was removed lately because it isn't listed any more. */
    Removals.@Nullable Window removals;

    private long checkAt = NEVER;
    private boolean changesFirst;
    private boolean isolatedNext;

    /**
     * Goes on where a row says.
     *
     * @param row {@link PartnerRow#NEW} for a partner that isn't known yet
     * @param task up to where everything is settled if the partner has no cursor of its own; null if the task begins
     */
    Feed(String partnerId, SinkState state, ReconcileLimits limits, PartnerRow row, @Nullable FeedPosition task) {
        this.partnerId = partnerId;
        this.state = state;
        this.limits = limits;
        this.deferrals = new Deferrals(partnerId, state);
        this.written = row;
        this.revision = row.revision();
        this.pings = row.pings();
        this.hold = row.hold();
        this.readTo = row.cursor() == null ? task : row.cursor();
        this.scans = new Scans(row);
    }

    // The configuration under which the partner is served

    /** Null if no webhooks go to it. */
    @Nullable
    Subscriber subscriber() {
        return subscriber;
    }

    /**
     * The partner is served under another configuration from now on. What it doesn't affect goes on; what is in flight is
     * compared again. The row says so before anything else is done.
     */
    void serve(Subscriber next, Partition partition, long now) {
        Subscriber before = subscriber;
        subscriber = next;
        Hash wanted = next.companies().fingerprint();
        if (!wanted.equals(revision)) {
            boolean known = before != null && before.companies().fingerprint().equals(revision);
            revision = wanted;
            if (before != null && known) {
                scans.compareWhatDiffers(before, next, partition, now);
            } else {
                compareAll(now);
            }
            items.outdateAll();
        }
        if (before == null) {
            // A scan finds only what is listed or what the partner may have.
            deferrals.unheld().forEach((variant, deferred) -> {
                if (deferred.kind() == Kind.AWAITS_PRODUCT) {
                    wake(variant, deferred, false);
                }
            });
        }
        if (deferrals.isolated() > 0) {
            checkAt(now);
        }
        scans.request(next, partition, now);
        write();
    }

    /** Everything that is listed, or that the partner may have, is compared; nothing is known of changes before. */
    void compareAll(long now) {
        scans.compareAll(now);
        readTo = null;
        write(null, 0);
    }

    /** No webhooks go to the partner for now. What is in flight is seen to its end. */
    void stop() {
        subscriber = null;
        revision = Hash.NONE;
        scans.clear();
        repeats.clear();
        items.removeAll();
        isolatedDue.clear();
        readTo = null;
        lag = null;
        write(null, 0);
    }

    // Changes

    /**
     * Something changed in one of the sources, which the task had read this far before.
     *
     * @param listed whether any scope concerned lists the variant
     */
    void changed(Change change, FeedPosition before, boolean listed) {
        ScopedVariant variant = change.variant();
        items.outdate(variant);
        if (subscriber == null || readTo != null || !concerns(subscriber, variant, listed)) {
            return;
        }
        if (items.live() >= limits.live() && items.get(variant) == null) {
            readTo = before;
            return;
        }
        take(change, true);
    }

    private boolean concerns(Subscriber to, ScopedVariant variant, boolean listed) {
        boolean ofAll = variant.scope() instanceof Scope.AllOfCompany;
        boolean visible = ofAll ? to.company(variant.companyId()) != null : to.configuration(variant) != null;
        return (listed && visible)
                || items.hasAnyOf(variant)
                || deferrals.get(variant) != null
                || state.mayHave(partnerId, variant);
    }

    private void take(Change change, boolean isLive) {
        Item item = items.add(change);
        if (item.stage == Item.Stage.QUEUED) {
            items.enqueue(item, isLive);
        }
    }

    boolean isBehind() {
        return readTo != null;
    }

    /** Reads some of the changes that aren't here, if there is room; returns how many. */
    int readChanges() {
        Subscriber to = subscriber;
        if (readTo == null || to == null || items.queued() >= limits.live()) {
            return 0;
        }
        FeedPage page = state.catalog().changesAfter(readTo, limits.page());
        for (Change change : page.changes()) {
            ScopedVariant variant = change.variant();
            boolean visible = to.company(variant.companyId()) != null;
            if (concerns(to, variant, visible && state.catalog().listings().contains(variant))) {
                items.outdate(variant);
                take(change, false);
            }
        }
        readTo = page.isLast() ? null : page.to();
        return page.changes().size() + 1;
    }

    // How far it is settled

    FeedPosition cursor(FeedPosition task) {
        return items.before(readTo == null ? task : readTo);
    }

    boolean isIdle() {
        return items.size() == 0
                && readTo == null
                && scans.all().isEmpty()
                && repeats.isEmpty()
                && isolatedDue.isEmpty()
                && checkAt == NEVER;
    }

    /** What is known of the partner about some variants of a message. */
    void acknowledge(List<Outgoing.Part> parts, Function<Outgoing.Part, Acknowledged> known) {
        Map<ScopedVariant, Acknowledged> all = new LinkedHashMap<>();
        parts.forEach(part -> all.put(part.variant(), known.apply(part)));
        state.putAcknowledged(partnerId, all);
    }

    PartnerRow written() {
        return written;
    }

    private void write() {
        write(written.cursor(), written.cursorAt());
    }

    void write(@Nullable FeedPosition cursor, long cursorAt) {
        PartnerRow row = new PartnerRow(revision, cursor, cursorAt, scans.rows(), scans.resyncs(), pings, hold);
        if (!row.equals(written)) {
            written = row;
            state.putPartner(partnerId, row);
        }
    }

    /** A variant was compared as the same, was accepted, or waits by itself. */
    void settle(Item item) {
        settledByRow(item);
        deferrals.delete(item.variant);
    }

    void defer(Item item, Kind kind, Deferred.@Nullable Isolated isolated) {
        Item.Due due = item.due();
        deferrals.put(item.variant, new Deferred(kind, due.since(), due.eventTime(), isolated));
        settledByRow(item);
    }

    /** A variant goes on waiting by itself: the row that says so settles what has changed since. */
    void settledByRow(Item item) {
        untrack(item);
        scans.removeDone();
    }

    /** Nothing is known of a variant, as before it was reached. */
    void untrack(Item item) {
        items.remove(item);
        scans.settled(item.variant);
    }

    // What comes next

    /**
     * The lanes in which there is work, in the order in which they are asked for places. Probes come first: one message of
     * them is in flight at most, and changes that never end would leave it no place.
     */
    List<Lane> lanes(long now) {
        if (checkAt <= now) {
            checkAt = NEVER;
            checkDeferred(now);
        }
        List<Lane> lanes = new ArrayList<>(2);
        if (!isolatedDue.isEmpty() || repeats.hasSuspects(now)) {
            lanes.add(Lane.PROBE);
        }
        if (repeats.hasAny() || items.hasLive() || mayAddBacklog()) {
            lanes.add(Lane.MAIN);
        }
        return lanes;
    }

    /** Whether there is anything but live changes, and not too much is suspected already. */
    boolean mayAddBacklog() {
        return !repeats.isFullOfSuspects() && (items.hasBacklog() || readTo != null || scans.next() != null);
    }

    private void checkDeferred(long now) {
        deferrals.unheld().forEach((variant, deferred) -> {
            Deferred.Isolated isolated = deferred.isolated();
            Item item = items.get(variant);
            if (isolated == null || (item != null && item.isInFlight())) {
                return;
            }
            if (!isHere(deferred)) {
                // Another endpoint didn't accept it, and no scan reaches it if its company isn't seen any more.
                wake(variant, deferred, false);
            } else if (Repeats.isPaused(isolated.notBefore(), now)) {
                checkAt = Math.min(checkAt, isolated.notBefore());
            } else {
                isolatedDue.add(variant);
            }
        });
    }

    private void wake(ScopedVariant variant, Deferred waits, boolean isLive) {
        Item item = items.add(variant, new Item.Due(waits.since(), waits.eventTime()));
        if (item.stage == Item.Stage.QUEUED) {
            items.enqueue(item, isLive);
        }
    }

    /** Whether a record is isolated at the endpoint that the partner has now: it goes alone. */
    boolean isHere(Deferred deferred) {
        return subscriber != null
                && deferred.isolated() != null
                && deferred.isolated().endpoint() == subscriber.endpointVersion();
    }

    /**
     * An isolated record was compared: it waits for its time if it is the one that wasn't accepted, and wasn't requested
     * again; otherwise it is tried at once.
     */
    void waitIsolated(Deferred deferred, Comparison comparison, long now) {
        Deferred.Isolated isolated = Objects.requireNonNull(deferred.isolated());
        boolean isSame = comparison.differs() && isolated.content().equals(comparison.content());
        if (isSame && !comparison.forced() && Repeats.isPaused(isolated.notBefore(), now)) {
            checkAt(isolated.notBefore());
        } else {
            isolatedDue.add(comparison.variant());
        }
    }

    /** Looks at what waits by itself at this time. */
    void checkAt(long time) {
        checkAt = Math.min(checkAt, time);
    }

    /** An isolated record whose time has come, null if there is none or if it is the turn of a suspected message. */
    @Nullable
    ScopedVariant pollIsolated(long now) {
        isolatedNext = !isolatedDue.isEmpty() && (isolatedNext || !repeats.hasSuspects(now));
        ScopedVariant next = isolatedNext ? Items.poll(isolatedDue) : null;
        isolatedNext = next == null;
        return next;
    }

    /** A variant is compared again, after the others. */
    void recompare(Item item) {
        items.enqueue(item, true);
    }

    /** A variant that a scan has reached isn't settled. */
    Item reached(ScopedVariant variant, Scan scan) {
        scan.unsettled(variant);
        return items.add(variant, new Item.Due(scan.since(), PublicationTime.UNKNOWN));
    }

    /** A product is here: what shows it is compared. */
    void arrived(String barcode) {
        if (subscriber != null) {
            deferrals.awaiting(barcode).forEach((variant, deferred) -> wake(variant, deferred, true));
        }
    }

    // Messages that are sent again

    void resend(Lane lane, Repeats.Repeat repeat) {
        repeats.add(lane, repeat, !hasMostIsolated());
        repeat.parts().forEach(part -> part.item().stage = Item.Stage.RESENT);
    }

    /** The next message that has to be sent again and isn't suspected; null if there is none, or if changes go first. */
    Repeats.@Nullable Repeat pollRepeat() {
        changesFirst = items.hasLive() && repeats.hasAny() && !changesFirst;
        return changesFirst ? null : repeats.poll();
    }

    boolean hasMostIsolated() {
        return deferrals.isolated() >= MOST_ISOLATED;
    }

    // Pings and held removals

    /** How many of the pings that the partner requested are done. */
    long pings() {
        return pings;
    }

    void pinged(long done) {
        pings = done;
        write();
    }

    /** Why removals are held, or were until an operator released them; null if neither is the case. */
    PartnerRow.@Nullable Hold hold() {
        return hold;
    }

    void hold(PartnerRow.@Nullable Hold other) {
        hold = other;
        write();
    }

    // Reports

    /** How many variants are due; a company's as one, and what has yet to be compared as one for each scan. */
    long due() {
        if (subscriber == null) {
            return 0;
        }
        long waiting = deferrals.unheld().keySet().stream()
                .filter(variant -> items.get(variant) == null)
                .count();
        return items.size() + waiting + deferrals.held() + scans.all().size() + (readTo == null ? 0 : 1);
    }

    /** Whether more may be due than is counted, since something has yet to be compared. */
    boolean isComparing() {
        return subscriber != null && (readTo != null || scans.next() != null);
    }

    /** Since when the oldest of them has been due, in milliseconds since 1970; null if none is. */
    @Nullable
    Long oldest() {
        if (due() == 0) {
            return null;
        }
        LongStream others = LongStream.concat(
                deferrals.unheld().values().stream().mapToLong(Deferred::since),
                scans.all().stream().mapToLong(Scan::since));
        long oldest = Math.min(items.oldest(), others.min().orElse(NEVER));
        return oldest == NEVER ? written.cursorAt() : oldest;
    }
}
