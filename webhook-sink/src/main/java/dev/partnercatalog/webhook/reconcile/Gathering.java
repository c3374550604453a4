package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.VariantsChanged;
import dev.partnercatalog.webhook.reconcile.Comparison.ScopeViews;
import dev.partnercatalog.webhook.reconcile.Outgoing.Failures;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.Partition;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import dev.partnercatalog.webhook.reconcile.Scans.Scan;
import dev.partnercatalog.webhook.state.Acknowledged;
import dev.partnercatalog.webhook.state.Deferred;
import dev.partnercatalog.webhook.state.Deferred.Kind;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.SinkState.ListedAndAcknowledged;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Forms the next message of a partner: compares variants one by one, in their newest state, and settles those that don't
 * differ. What is in the message is in doubt from then on.
 */
final class Gathering {

    private final Feed feed;
    private final Subscriber subscriber;
    private final Rules rules;
    private final long now;
    private final VariantsChanged body;
    private final List<Outgoing.Part> parts = new ArrayList<>();
    private boolean sends;
    private @Nullable Long time;
    private Failures failures = Failures.NONE;
    private int compared;

    record Rules(
            ScopeViews views, Removals removals, FeedCursors cursors, Partition partition, ReconcileLimits limits) {}

    Gathering(Feed feed, Subscriber subscriber, Rules rules, long now) {
        this.feed = feed;
        this.subscriber = subscriber;
        this.rules = rules;
        this.now = now;
        this.body = new VariantsChanged(
                rules.limits().message().records(), rules.limits().message().bytes());
    }

    /**
     * The next message of a lane, whose variants are in doubt from now on; null if there is nothing to send. An isolated
     * record goes alone; the variants of a message that didn't get through stay together. Changes go before the backlog.
     */
    @Nullable
    Outgoing gather(Lane lane, MessageDelivery.Permit permit) {
        sends = true;
        boolean isUrgent = true;
        if (lane == Lane.PROBE) {
            addProbe();
        } else {
            Repeats.Repeat repeat = feed.pollRepeat();
            if (repeat != null) {
                addRepeat(repeat, lane);
            } else {
                addChanged(false);
                isUrgent = !parts.isEmpty();
                if (!isUrgent && feed.mayAddBacklog()) {
                    addChanged(true);
                    addScanned();
                }
            }
        }
        if (parts.isEmpty()) {
            return null;
        }
        Outgoing message = new Outgoing(
                feed,
                subscriber,
                new Outgoing.Sending(
                        lane,
                        permit,
                        isUrgent,
                        failures,
                        now,
                        time == null ? rules.cursors().time(now) : time),
                parts,
                body);
        feed.acknowledge(message.partsNotInDoubt(), part -> part.before().doubted());
        return message;
    }

    /** Settles what the partner already has, while nothing may be sent. */
    void passWhatIsTheSame() {
        compared += feed.readChanges();
        for (Item item : feed.items.uncompared(rules.limits().message().comparisons() - compared)) {
            item.differs = item.variant.scope() instanceof Scope.AllOfCompany || !addChanged(item);
        }
        addScanned();
    }

    int compared() {
        return compared;
    }

    private boolean mayCompareMore() {
        return compared < rules.limits().message().comparisons() && !body.isFull();
    }

    /** How many rows are read at once: as many as there is room for. */
    private int rows() {
        return Math.min(
                rules.limits().message().records() - body.records(),
                rules.limits().page());
    }

    // Single variants

    private Comparison compare(Item item) {
        return compare(feed.state.listedAndAcknowledged(feed.partnerId, item.variant), item.forced);
    }

    private Comparison compare(ListedAndAcknowledged both, boolean forced) {
        compared++;
        return Comparison.of(both, subscriber, rules.views(), forced);
    }

    /**
     * Returns false if it has to be sent but can't be in this message.
     *
     * @param guarded whether removals may be held: one that was sent before is none more
     */
    private boolean sendOrSettle(Item item, Comparison comparison, boolean guarded) {
        if (!comparison.differs()) {
            settleOrAwait(item, comparison);
            return true;
        }
        if (!sends) {
            return false;
        }
        boolean counts = guarded && comparison.isUnlisted(subscriber);
        if (counts && !rules.removals().allows(feed, subscriber, now)) {
            feed.defer(item, Kind.HELD, null);
            return true;
        }
        if (!comparison.addTo(body)) {
            return false;
        }
        if (counts) {
            rules.removals().sent(feed, now);
        }
        parts.add(
                new Outgoing.Part(item, comparison.content(), comparison.both().acknowledged(), item.forced));
        item.sent();
        return true;
    }

    private void settleOrAwait(Item item, Comparison comparison) {
        if (comparison.isSame()) {
            feed.settle(item);
            return;
        }
        if (item.forced) {
            // Then it is sent whatever it is once the product is here.
            Acknowledged doubted = comparison.both().acknowledged().doubted();
            feed.state.putAcknowledged(feed.partnerId, Map.of(item.variant, doubted));
        }
        feed.defer(item, Kind.AWAITS_PRODUCT, null);
    }

    /** Whether a record is isolated here: then it is tried alone, at once if it is another one or was requested again. */
    private boolean waitsIsolated(Comparison comparison) {
        Deferred deferred = feed.deferrals.get(comparison.variant());
        if (deferred == null || !feed.isHere(deferred)) {
            return false;
        }
        feed.waitIsolated(deferred, comparison, now);
        return true;
    }

    /**
     * Adds a variant that was found to be due with others. What doesn't fit is found again: nothing is known of it yet.
     *
     * @param track remembers that it isn't settled
     */
    private boolean addFound(Comparison comparison, Function<ScopedVariant, Item> track) {
        ScopedVariant variant = comparison.variant();
        if (feed.items.get(variant) != null) {
            if (sends) {
                var unused = track.apply(variant);
            }
            return sends;
        }
        if (comparison.isSame()) {
            feed.deferrals.delete(variant);
            return true;
        }
        if (waitsIsolated(comparison)) {
            return true;
        }
        Item item = track.apply(variant);
        boolean added = sendOrSettle(item, comparison, true);
        if (!added) {
            feed.untrack(item);
        }
        return added;
    }

    // Probes and messages that are sent again

    private void addProbe() {
        ScopedVariant variant = feed.pollIsolated(now);
        if (variant != null) {
            addIsolated(variant);
            return;
        }
        Repeats.Repeat suspect = feed.repeats.pollSuspect(now);
        if (suspect != null) {
            addRepeat(suspect, Lane.PROBE);
        }
    }

    private void addIsolated(ScopedVariant variant) {
        Deferred deferred = feed.deferrals.get(variant);
        Deferred.Isolated isolated = deferred == null ? null : deferred.isolated();
        if (deferred == null || isolated == null || !feed.isHere(deferred) || feed.items.get(variant) != null) {
            return;
        }
        failures = new Failures(0, isolated.since());
        Item item = feed.items.add(variant, new Item.Due(deferred.since(), deferred.eventTime()));
        sendOrSettle(item, compare(item), !isolated.content().equals(Hash.NONE));
        if (isolated.time() != 0 && !parts.isEmpty() && parts.get(0).content().equals(isolated.content())) {
            time = isolated.time();
        }
    }

    private void addRepeat(Repeats.Repeat repeat, Lane lane) {
        failures = repeat.failures();
        compared++;
        for (int i = 0; i < repeat.parts().size(); i++) {
            Item item = repeat.parts().get(i).item();
            if (!sendOrSettle(item, compare(item), false)) {
                // Records have grown since then: the rest makes a separate message.
                feed.resend(lane, repeat.from(i));
                break;
            }
        }
        if (repeat.endpoint() == subscriber.endpointVersion() && repeat.says(parts)) {
            time = repeat.time();
        }
    }

    // Changes

    private void addChanged(boolean withBacklog) {
        while (mayCompareMore()) {
            Item item = feed.items.poll(withBacklog);
            if (item == null) {
                if (!withBacklog || feed.readChanges() == 0) {
                    return;
                }
                compared++;
                continue;
            }
            boolean added = item.variant.scope() instanceof Scope.AllOfCompany ? addAll(item) : addChanged(item);
            if (!added) {
                feed.recompare(item);
                return;
            }
        }
    }

    private boolean addChanged(Item item) {
        Comparison comparison = compare(item);
        if (!comparison.isSame() && waitsIsolated(comparison)) {
            feed.settledByRow(item);
            return true;
        }
        return sendOrSettle(item, comparison, true);
    }

    /** Looks at all scopes of a company's variant, some at a time; returns false if some are left. */
    private boolean addAll(Item ofAll) {
        if (ofAll.next == null) {
            ofAll.changed = false;
        }
        while (mayCompareMore()) {
            int rows = rows();
            List<ListedAndAcknowledged> next = feed.state.listedAndAcknowledged(
                    feed.partnerId, ofAll.variant.companyId(), ofAll.variant.barcode(), ofAll.next, rows);
            if (awaitsProduct(ofAll, next)) {
                compared++;
                feed.defer(ofAll, Kind.AWAITS_PRODUCT, null);
                return true;
            }
            for (ListedAndAcknowledged both : next) {
                if (!addFound(compare(both, false), variant -> atOneScope(variant, ofAll))) {
                    return false;
                }
                ofAll.next = Scan.after(both.variant());
            }
            compared++;
            if (next.size() < rows) {
                ofAll.next = null;
                if (ofAll.changed) {
                    return false; // Its first scopes have to be compared again.
                }
                feed.settle(ofAll);
                return true;
            }
        }
        return false;
    }

    /** Whether scopes show the company's entry, and that its product isn't here: then all of them wait together. */
    private boolean awaitsProduct(Item ofAll, List<ListedAndAcknowledged> page) {
        return page.stream().anyMatch(both -> both.image() != null && SinkCatalog.isAwaited(both.image()))
                && feed.state.catalog().isAwaited(ofAll.variant.atCompany());
    }

    /** A change at all scopes of a company concerns one of them. */
    private Item atOneScope(ScopedVariant variant, Item ofAll) {
        Item item = feed.items.addScope(variant, ofAll);
        if (item.isInFlight()) {
            item.outdate();
        }
        return item;
    }

    // Scanned variants

    private void addScanned() {
        Scan scan = feed.scans.next();
        while (scan != null && mayCompareMore() && (sends || !scan.stuck)) {
            int left = rules.limits().message().comparisons() - compared;
            scan.stuck = !addScanned(scan, Math.min(rows(), left));
            if (scan.stuck) {
                return;
            }
            feed.scans.removeDone();
            scan = feed.scans.next();
        }
    }

    private boolean addScanned(Scan scan, int rows) {
        List<ListedAndAcknowledged> page = scan.read(feed.state, subscriber, rules.partition(), rows);
        // Comparing takes most of a scan's time, and no comparison depends on another: all processors share the page.
        List<Comparison> comparisons = page.parallelStream()
                .filter(both -> scan.contains(both.variant()))
                .map(both -> Comparison.of(both, subscriber, rules.views(), scan.isResync()))
                .toList();
        compared += 1 + comparisons.size();
        Iterator<Comparison> next = comparisons.iterator();
        for (ListedAndAcknowledged both : page) {
            if (scan.contains(both.variant()) && !addFound(next.next(), variant -> reached(variant, scan))) {
                return false;
            }
            scan.passed(both.variant());
        }
        return true;
    }

    private Item reached(ScopedVariant variant, Scan scan) {
        Item item = feed.reached(variant, scan);
        if (scan.isResync()) {
            item.forced = true;
            if (item.isInFlight() && (item.message == null || item.message.sending.formed() < scan.since())) {
                item.outdate();
            }
        }
        return item;
    }
}
