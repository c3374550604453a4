package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.reconcile.ReconcilerContext.RemovalLimit;
import dev.partnercatalog.webhook.state.PartnerRow;
import dev.partnercatalog.webhook.subscription.Subscriber;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds back removals for a partner if most of what it has here is not listed any more: that is rather an empty or
 * half-restored catalog than what upstream wants. What the partner may no longer see doesn't count: that was somebody's
 * decision. As much as is allowed is removed before; the rest waits until an operator releases the webhook, or it is listed
 * again. Confined to the task's thread.
 */
final class Removals {

    private static final Logger LOG = LoggerFactory.getLogger(Removals.class);

    /** What was removed lately, of how much. */
    static final class Window {
        private final long began;
        private long sent;
        private long all;

        Window(long began) {
            this.began = began;
        }
    }

    private final RemovalLimit limit;
    private final int partition;

    Removals(RemovalLimit limit, int partition) {
        this.limit = limit;
        this.partition = partition;
    }

    /** Whether one more removal may be sent now. Reads once all that the partner has, if it is many. */
    boolean allows(Feed feed, Subscriber subscriber, long now) {
        PartnerRow.Hold hold = feed.hold();
        if (limit.isNone() || hold != null) {
            return hold == null || hold.released();
        }
        Window window = window(feed, now);
        if (window.sent < limit.allowed(window.all)) {
            return true;
        }
        if (window.all == 0) {
            window.all =
                    feed.state.countAcknowledged(feed.partnerId) + window.sent; // Most of these aren't there any more.
            return allows(feed, subscriber, now);
        }
        begin(feed, subscriber, window, now);
        return false;
    }

    private Window window(Feed feed, long now) {
        if (feed.removals == null || Math.abs(now - feed.removals.began) > RemovalLimit.WINDOW.toMillis()) {
            feed.removals = new Window(now);
        }
        return feed.removals;
    }

    private void begin(Feed feed, Subscriber subscriber, Window window, long now) {
        feed.hold(new PartnerRow.Hold(now, subscriber.settings().control().getReleases(), false));
        LOG.error(
                "{} of the {} records that partner {} has in partition {} were removed because they are not listed any"
                        + " more, and there are more: the rest is held. If the catalog isn't published completely, publish"
                        + " it. If the removals are right, './catalog webhooks resume {}' sends them.",
                window.sent,
                window.all,
                feed.partnerId,
                partition,
                feed.partnerId);
    }

    void sent(Feed feed, long now) {
        if (!limit.isNone() && feed.hold() == null) {
            window(feed, now).sent++;
        }
    }

    /** Ends a hold that an operator has released, or of which nothing is left. */
    void check(Feed feed, Subscriber subscriber, long now) {
        PartnerRow.Hold hold = feed.hold();
        if (hold == null) {
            return;
        }
        if (feed.deferrals.held() == 0 && feed.scans.all().isEmpty() && !feed.isBehind()) {
            feed.hold(null);
            feed.removals = null;
            LOG.info("partner {}: no removal is held in partition {} any more", feed.partnerId, partition);
        } else if (!hold.released() && subscriber.settings().control().getReleases() > hold.releases()) {
            feed.hold(new PartnerRow.Hold(hold.since(), hold.releases(), true));
            feed.compareAll(now);
            LOG.info("partner {}: the removals that were held in partition {} are sent", feed.partnerId, partition);
        }
    }
}
