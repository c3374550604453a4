package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import org.jspecify.annotations.Nullable;

/**
 * A variant that isn't settled for a partner: at a scope, or at all scopes of its company, which are then compared one
 * after the other. Not thread-safe: its {@link Feed} confines it.
 */
final class Item {

    /** How far it is. */
    enum Stage {
        QUEUED,
        IN_FLIGHT,
        RESENT
    }

    final ScopedVariant variant;
    Stage stage = Stage.QUEUED;

    /** Before the first unsettled change of the variant, in each source. */
    FeedPosition settled = FeedPosition.END;

    /** Why it is due, apart from what its message says. */
    private Due due = Due.NOT;

    /** Why what its message says was due, while there is one. */
    private Due sent = Due.NOT;

    /** Whether it is sent even if the partner has it, because the partner requested it. */
    boolean forced;

    /** Whether it is known to differ from what the partner has. */
    boolean differs;

    /** Whether it has changed since its message was formed, or since the first of its scopes was compared. */
    boolean changed;

    /** For all scopes: with which to go on, null for the first. */
    @Nullable
    ScopedVariant next;

    /** While it is in flight, from when that is formed. */
    @Nullable
    Outgoing message;

    /** Since when something is due, in milliseconds since 1970, and by which event first. */
    record Due(long since, PublicationTime eventTime) {

        static final Due NOT = new Due(Long.MAX_VALUE, PublicationTime.UNKNOWN);

        Due with(Due other) {
            return new Due(Math.min(since, other.since), eventTime.earlier(other.eventTime));
        }
    }

    Item(ScopedVariant variant) {
        this.variant = variant;
    }

    /** Since when it is due, whether that is in a message or not. */
    Due due() {
        return due.with(sent);
    }

    void due(Due more) {
        due = due.with(more);
    }

    boolean isInFlight() {
        return stage == Stage.IN_FLIGHT;
    }

    void outdate() {
        changed = true;
        if (message != null) {
            message.outdate();
        }
    }

    void sent() {
        stage = Stage.IN_FLIGHT;
        changed = false;
        forced = false;
        sent = due();
        due = Due.NOT;
    }

    /** Returns by which event first that was due which was accepted. */
    PublicationTime accepted() {
        PublicationTime eventTime = sent.eventTime();
        sent = Due.NOT;
        return eventTime;
    }

    /**
     * What was due before its message is due again.
     *
     * @param wasForced whether it was sent even if the partner has it
     */
    void notAccepted(boolean wasForced) {
        due = due();
        sent = Due.NOT;
        forced |= wasForced;
    }

    /** Its message has ended. Returns whether it has changed meanwhile. */
    boolean ended() {
        boolean changedMeanwhile = changed;
        message = null;
        changed = false;
        return changedMeanwhile;
    }
}
