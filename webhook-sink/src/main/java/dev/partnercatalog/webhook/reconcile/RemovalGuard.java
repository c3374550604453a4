package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import dev.partnercatalog.webhook.state.RemovalHold;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds back removals for a partner if most of what it has here is not listed any more: that is rather an empty or
 * half-restored catalog than what upstream wants. What the partner may no longer see doesn't count: that
 * was somebody's decision. A hold lasts until an operator releases the webhook or nothing of it is left.
 * Confined to the task's thread.
 */
final class RemovalGuard {

    private static final Logger LOG = LoggerFactory.getLogger(RemovalGuard.class);

    /** What was removed lately, and what the partner is known to have: as much of it as had to be counted. */
    private static final class Window {

        private final long began;
        private long sent;
        private long sentBeforeCount;
        private long counted;
        private @Nullable ScopedVariant countedTo;
        private boolean whole;

        Window(long began) {
            this.began = began;
        }
    }

    private final SinkState state;
    private final RemovalLimit limit;
    private final int partition;
    private final int page;
    private final Map<String, Window> windows = new HashMap<>();
    private final Map<String, RemovalHold> holds;

    RemovalGuard(SinkState state, RemovalLimit limit, int partition, int page) {
        this.state = state;
        this.limit = limit;
        this.partition = partition;
        this.page = page;
        this.holds = new HashMap<>(state.removalHolds());
    }

    /** Whether what has to be sent about a variant is a removal that nobody has decided on. */
    static boolean isUnlisted(Subscriber subscriber, ListedAndAcknowledged both) {
        return both.image() == null
                && both.acknowledged().mayHaveAny()
                && subscriber.configuration(both.variant()) != null;
    }

    /** The hold of a partner's removals, null if they are sent. */
    @Nullable
    RemovalHold hold(String partnerId) {
        RemovalHold hold = holds.get(partnerId);
        return hold == null || hold.released() ? null : hold;
    }

    /**
     * Finds out whether a number of removals may be sent, a page of what the partner has at a time.
     *
     * @return the number of rows read, 0 once that is known: {@link #hold} then tells
     */
    int consider(Subscriber subscriber, long removals, long now) {
        String partnerId = subscriber.partnerId();
        if (limit.isNone() || holds.containsKey(partnerId)) {
            return 0;
        }
        Window window = window(partnerId, now);
        long all = window.sent + removals;
        if (all <= limit.allowed(window.counted + window.sentBeforeCount)) {
            return 0;
        }
        if (window.whole) {
            begin(subscriber, removals, window, now);
            return 0;
        }
        if (window.countedTo == null) {
            window.sentBeforeCount = window.sent; // Most of these aren't held any more.
        }
        List<ScopedVariant> next = state.acknowledgedAfter(partnerId, window.countedTo, page);
        window.counted += next.size();
        window.whole = next.size() < page;
        window.countedTo = next.isEmpty() ? window.countedTo : next.get(next.size() - 1);
        return next.size() + 1;
    }

    private Window window(String partnerId, long now) {
        return windows.compute(
                partnerId,
                (id, window) -> window == null || Math.abs(now - window.began) > RemovalLimit.WINDOW.toMillis()
                        ? new Window(now)
                        : window);
    }

    private void begin(Subscriber subscriber, long removals, Window window, long now) {
        String partnerId = subscriber.partnerId();
        put(partnerId, new RemovalHold(now, subscriber.settings().requests().releases(), false));
        LOG.error(
                "{} of the {} records that partner {} has in partition {} are not listed any more: their removals are"
                        + " held. If the catalog isn't published completely, publish it. If the removals are"
                        + " right, './catalog webhooks resume {}' sends them.",
                window.sent + removals,
                window.counted + window.sentBeforeCount,
                partnerId,
                partition,
                partnerId);
    }

    /** How many removals are held for a partner, about; 0 if none are. */
    long held(String partnerId) {
        return hold(partnerId) == null ? 0 : Math.max(1, state.marks().count(partnerId));
    }

    /** Whether one more removal may be sent now; may read many rows, but few for each removal that was sent. */
    boolean allows(Subscriber subscriber, long now) {
        int read;
        do {
            read = consider(subscriber, 1, now);
        } while (read > 0);
        return hold(subscriber.partnerId()) == null;
    }

    /** A removal is in a message. */
    void sent(String partnerId, long now) {
        if (!limit.isNone() && !holds.containsKey(partnerId)) {
            window(partnerId, now).sent++;
        }
    }

    /** Ends a hold that an operator has released; returns whether one has just ended. */
    boolean isReleased(Subscriber subscriber) {
        RemovalHold hold = hold(subscriber.partnerId());
        if (hold == null || subscriber.settings().requests().releases() <= hold.releases()) {
            return false;
        }
        put(subscriber.partnerId(), hold.release());
        LOG.info("partner {}: the removals that were held in partition {} are sent", subscriber.partnerId(), partition);
        return true;
    }

    /** Nothing is due to a partner: nothing of a hold is left. */
    void nothingDue(String partnerId) {
        if (holds.remove(partnerId) != null) {
            state.deleteRemovalHold(partnerId);
            windows.remove(partnerId);
            LOG.info("partner {}: no removal is held in partition {} any more", partnerId, partition);
        }
    }

    private void put(String partnerId, RemovalHold hold) {
        holds.put(partnerId, hold);
        state.putRemovalHold(partnerId, hold);
    }
}
