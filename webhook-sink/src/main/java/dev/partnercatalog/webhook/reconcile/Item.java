package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import org.jspecify.annotations.Nullable;

/**
 * A variant that isn't settled for a partner: at a scope, or at all scopes of its company, which are then compared one
 * after the other. Not thread-safe: its {@link Feed} confines it.
 */
final class Item {

    /** No change of a source is unsettled. */
    static final long SETTLED = Long.MAX_VALUE;

    private static final Due NOTHING = new Due(Long.MAX_VALUE, PublicationTime.UNKNOWN);

    /** Where it is. It is in one place at a time. */
    enum Place {
        QUEUED,
        /** It shows a product that isn't here. */
        AWAITS_PRODUCT,
        IN_FLIGHT,
        SENT_AGAIN
    }

    final ScopedVariant variant;
    Place place = Place.QUEUED;

    /** The first unsettled change of the variant in each source. */
    long entries = SETTLED;

    long listings = SETTLED;

    /** Why it is due, apart from what its message says; null if only that is. */
    @Nullable
    Due due;

    /** Why what its message says was due, while there is one. */
    @Nullable
    Due sent;

    /** Whether it is sent even if the partner has it, because the partner requested it. */
    boolean forced;

    /** Whether it is known to differ from what the partner has. */
    boolean differs;

    /** Whether it has changed since its message was formed, or since the first of its scopes was compared. */
    boolean changed;

    /** For all scopes: with which to go on, null for the first. */
    @Nullable
    ScopedVariant next;

    /** While it is in flight. */
    @Nullable
    Outgoing message;

    /** Since when something is due, in milliseconds since 1970, and by which event first. */
    record Due(long since, PublicationTime eventTime) {

        Due with(@Nullable Due other) {
            return other == null ? this : new Due(Math.min(since, other.since), eventTime.earlier(other.eventTime));
        }
    }

    Item(ScopedVariant variant) {
        this.variant = variant;
    }

    /** Since when it is due, whether that is in a message or not. */
    Due due() {
        Due first = due == null ? sent : due.with(sent);
        return first == null ? NOTHING : first;
    }

    void due(Due more) {
        due = more.with(due);
    }

    boolean isInFlight() {
        return place == Place.IN_FLIGHT;
    }

    void outdate() {
        changed = true;
        if (message != null) {
            message.outdate();
        }
    }

    void sent() {
        place = Place.IN_FLIGHT;
        changed = false;
        forced = false;
        sent = due();
        due = null;
    }

    /** Its message has ended. Returns whether it has changed meanwhile. */
    boolean ended() {
        boolean changedMeanwhile = changed;
        message = null;
        changed = false;
        return changedMeanwhile;
    }
}
