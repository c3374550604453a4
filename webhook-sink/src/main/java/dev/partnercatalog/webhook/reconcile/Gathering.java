package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import dev.partnercatalog.webhook.reconcile.Scans.Scan;
import dev.partnercatalog.webhook.state.Acknowledged;
import dev.partnercatalog.webhook.state.Deferred;
import dev.partnercatalog.webhook.state.Deferred.Kind;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.state.SinkState.ListedAndAcknowledged;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Forms the next message of a partner: compares variants one by one, in their newest state, and settles those that don't
 * differ. What is in the message is in doubt from then on.
 */
final class Gathering {

    private final SinkState state;
    private final Feed feed;
    private final Subscriber subscriber;
    private final Rules rules;
    private final long now;
    private final VariantsChanged body;
    private final List<Outgoing.Part> parts = new ArrayList<>();
    private @Nullable Long time;
    private Outgoing.Failures failures = Outgoing.Failures.NONE;
    private boolean isIsolated;
    private int compared;

    record Rules(
            ScopeViews views, Removals removals, FeedCursors cursors, Partition partition, ReconcileLimits limits) {}

    /** @param now the time in milliseconds since 1970 */
    Gathering(SinkState state, Feed feed, Subscriber subscriber, Rules rules, long now) {
        this.state = state;
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
        return parts.isEmpty() ? null : formed(new Outgoing.Sending(lane, permit, isUrgent, failures, isIsolated));
    }

    int compared() {
        return compared;
    }

    private Outgoing formed(Outgoing.Sending sending) {
        Map<ScopedVariant, Acknowledged> doubted = new LinkedHashMap<>();
        for (Outgoing.Part part : parts) {
            if (!part.before().inDoubt()) {
                doubted.put(part.variant(), part.before().doubted());
            }
        }
        if (!doubted.isEmpty()) {
            state.putAllAcknowledged(feed.partnerId, doubted);
        }
        Outgoing message = new Outgoing(
                subscriber,
                sending,
                parts,
                new Outgoing.Times(now, time == null ? rules.cursors().time(now) : time),
                body);
        parts.forEach(part -> part.item().message = message);
        return message;
    }

    private boolean mayCompareMore() {
        return compared < rules.limits().message().comparisons() && !body.isFull();
    }

    private int room() {
        return rules.limits().message().records() - body.records();
    }

    // Single variants

    private boolean add(Item item, boolean guarded) {
        ListedAndAcknowledged both = state.listedAndAcknowledged(feed.partnerId, item.variant);
        return add(item, both, Comparison.of(both, subscriber, rules.views(), item.forced), guarded);
    }

    /**
     * Returns false if it has to be sent but doesn't fit into this message.
     *
     * @param guarded whether removals may be held: one that was sent before is none more
     */
    private boolean add(Item item, ListedAndAcknowledged both, Comparison comparison, boolean guarded) {
        compared++;
        if (!comparison.differs()) {
            settleOrAwait(item, both, comparison);
            return true;
        }
        boolean counts = guarded && comparison.isUnlisted(both, subscriber);
        if (counts && !rules.removals().allows(feed, subscriber, now)) {
            feed.defer(item, Kind.HELD);
            return true;
        }
        if (!comparison.addTo(body, item.variant)) {
            return false;
        }
        if (counts) {
            rules.removals().sent(feed, now);
        }
        parts.add(new Outgoing.Part(item, comparison.content(), both.acknowledged(), item.forced));
        item.sent();
        return true;
    }

    private void settleOrAwait(Item item, ListedAndAcknowledged both, Comparison comparison) {
        if (comparison.isSame()) {
            feed.settle(item);
            return;
        }
        if (item.forced) {
            // Then it is sent whatever it is once the product is here.
            state.putAcknowledged(
                    feed.partnerId, item.variant, both.acknowledged().doubted());
        }
        feed.await(item, now);
    }

    private void addProbe() {
        ScopedVariant variant = feed.pollIsolated(now);
        if (variant != null) {
            addIsolated(variant);
            return;
        }
        Repeats.Repeat suspect = feed.pollSuspect(now);
        if (suspect != null) {
            addRepeat(suspect, Lane.PROBE);
        }
    }

    private void addIsolated(ScopedVariant variant) {
        Deferred deferred = feed.deferrals.get(variant);
        if (deferred == null || !feed.isHere(deferred) || feed.items.get(variant) != null) {
            return;
        }
        Deferred.Isolated isolated = deferred.isolated();
        isIsolated = true;
        failures = new Outgoing.Failures(0, deferred.isolatedSince());
        add(
                feed.items.add(variant, new Item.Due(deferred.since(), deferred.eventTime())),
                isolated == null || !isolated.content().equals(Hash.NONE));
        if (isolated != null
                && isolated.time() != 0
                && !parts.isEmpty()
                && parts.get(0).content().equals(isolated.content())) {
            time = isolated.time();
        }
    }

    // Messages that are sent again

    private void addRepeat(Repeats.Repeat repeat, Lane lane) {
        failures = repeat.failures();
        compared++;
        for (int i = 0; i < repeat.parts().size(); i++) {
            Item item = feed.items.get(repeat.parts().get(i).variant());
            if (item == null || item.place != Item.Place.SENT_AGAIN) {
                continue;
            }
            if (!add(item, false)) {
                // Records have grown since then: the rest makes a separate message.
                feed.sendAgain(lane, repeat.from(i));
                break;
            }
        }
        time = repeat.endpoint() == subscriber.endpointVersion() && repeat.says(parts)
                ? Long.valueOf(repeat.time())
                : null;
    }

    // Changes

    private void addChanged(boolean withLate) {
        while (mayCompareMore()) {
            Item item = feed.items.poll(withLate);
            if (item == null) {
                if (!withLate || feed.readChanges() == 0) {
                    return;
                }
                compared++;
                continue;
            }
            boolean added = item.variant.scope() instanceof Scope.AllOfCompany ? addAll(item) : addChanged(item);
            if (!added) {
                feed.compareAgain(item);
                return;
            }
        }
    }

    private boolean addChanged(Item item) {
        ListedAndAcknowledged both = state.listedAndAcknowledged(feed.partnerId, item.variant);
        Comparison comparison = Comparison.of(both, subscriber, rules.views(), item.forced);
        if (!comparison.isSame() && waitsIsolated(both, comparison, item.forced)) {
            compared++;
            feed.settledByRow(item);
            return true;
        }
        return add(item, both, comparison, true);
    }

    /** Looks at all scopes of a company's variant, some at a time; returns false if some are left. */
    private boolean addAll(Item ofAll) {
        if (state.catalog().isAwaited(ofAll.variant.atCompany())) {
            compared++;
            feed.await(ofAll, now);
            return true;
        }
        if (ofAll.next == null) {
            ofAll.changed = false;
        }
        while (mayCompareMore()) {
            int rows = Math.min(room(), rules.limits().page());
            List<ListedAndAcknowledged> next = state.listedAndAcknowledged(
                    feed.partnerId, ofAll.variant.companyId(), ofAll.variant.barcode(), ofAll.next, rows);
            for (ListedAndAcknowledged both : next) {
                if (!addScope(both, ofAll)) {
                    return false;
                }
                ofAll.next = after(both.variant());
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

    private static ScopedVariant after(ScopedVariant variant) {
        return variant.at(Scope.of(variant.companyId(), variant.locationId() + 1));
    }

    private boolean addScope(ListedAndAcknowledged both, Item ofAll) {
        Item known = feed.items.get(both.variant());
        if (known != null) {
            feed.items.addScope(both.variant(), ofAll);
            compareAgain(known);
            return true;
        }
        compared++;
        Comparison comparison = Comparison.of(both, subscriber, rules.views(), false);
        if (comparison.isSame()) {
            feed.deferrals.delete(both.variant());
            return true;
        }
        return waitsIsolated(both, comparison, false)
                || addOrUntrack(feed.items.addScope(both.variant(), ofAll), both, comparison);
    }

    private void compareAgain(Item known) {
        if (known.isInFlight()) {
            known.outdate();
        } else if (known.place == Item.Place.AWAITS_PRODUCT) {
            feed.compareAgain(known);
        }
    }

    /** What doesn't fit is found again: nothing is known of it yet. */
    private boolean addOrUntrack(Item item, ListedAndAcknowledged both, Comparison comparison) {
        boolean added = add(item, both, comparison, true);
        if (!added) {
            feed.untrack(item);
        }
        return added;
    }

    /** Whether a record is isolated here: then it is tried alone, at once if it is another one or was requested again. */
    private boolean waitsIsolated(ListedAndAcknowledged both, Comparison comparison, boolean forced) {
        Deferred deferred = feed.deferrals.get(both.variant());
        if (deferred == null || !feed.isHere(deferred)) {
            return false;
        }
        feed.waitIsolated(both.variant(), deferred, comparison, forced, now);
        return true;
    }

    // Scanned variants

    private void addScanned() {
        for (Scan scan = feed.scans.next(); scan != null && mayCompareMore(); scan = feed.scans.next()) {
            int rows = Math.min(room(), rules.limits().message().comparisons() - compared);
            if (!addScanned(scan, Math.min(rows, rules.limits().page()))) {
                return;
            }
            feed.scanned();
        }
    }

    private boolean addScanned(Scan scan, int rows) {
        compared++;
        scan.stuck = false;
        for (ListedAndAcknowledged both : scan.read(state, subscriber, rules.partition(), rows)) {
            if (scan.contains(both.variant()) && !addReached(scan, both)) {
                return false;
            }
            scan.passed(both.variant());
        }
        return true;
    }

    private boolean addReached(Scan scan, ListedAndAcknowledged both) {
        Item known = feed.items.get(both.variant());
        if (known != null) {
            feed.reached(both.variant(), scan);
            known.forced |= scan.isResync();
            if (known.isInFlight() && scan.isResync() && formedBefore(known, scan)) {
                known.outdate();
            }
            return true;
        }
        compared++;
        Comparison comparison = Comparison.of(both, subscriber, rules.views(), scan.isResync());
        if (comparison.isSame()) {
            feed.deferrals.delete(both.variant());
            return true;
        }
        if (waitsIsolated(both, comparison, scan.isResync())) {
            return true;
        }
        Item item = feed.reached(both.variant(), scan);
        item.forced = scan.isResync();
        return addOrUntrack(item, both, comparison);
    }

    private static boolean formedBefore(Item item, Scan scan) {
        return item.message == null || item.message.times.formed() < scan.since();
    }

    // What can be found out while nothing may be sent

    /** Settles what the partner already has. That needs no endpoint. */
    void passWhatIsTheSame() {
        int most = rules.limits().message().comparisons();
        if (feed.isBehind()) {
            compared += feed.readChanges();
        }
        for (Item item : feed.items.uncompared(most - compared)) {
            compared++;
            if (item.variant.scope() instanceof Scope.AllOfCompany) {
                item.differs = true;
                continue;
            }
            ListedAndAcknowledged both = state.listedAndAcknowledged(feed.partnerId, item.variant);
            Comparison comparison = Comparison.of(both, subscriber, rules.views(), item.forced);
            if (!comparison.isSame() && waitsIsolated(both, comparison, item.forced)) {
                feed.settledByRow(item);
            } else if (comparison.differs()) {
                item.differs = true;
            } else {
                settleOrAwait(item, both, comparison);
            }
        }
        Scan scan = feed.scans.next();
        while (scan != null && compared < most && !scan.stuck) {
            passScanned(scan, Math.min(most - compared, rules.limits().page()));
            feed.scanned();
            scan = feed.scans.next();
        }
    }

    private void passScanned(Scan scan, int rows) {
        compared++;
        for (ListedAndAcknowledged both : scan.read(state, subscriber, rules.partition(), rows)) {
            compared++;
            boolean passes = !scan.contains(both.variant())
                    || (!scan.isResync()
                            && feed.items.get(both.variant()) == null
                            && Comparison.of(both, subscriber, rules.views(), false)
                                    .isSame());
            if (!passes) {
                scan.stuck = true;
                return;
            }
            scan.passed(both.variant());
        }
    }
}
