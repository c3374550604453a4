package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import org.jspecify.annotations.Nullable;

/** Finds out what has to be sent to a partner about a variant. */
record Examination(SinkState state, Subscriber subscriber, ScopeViews views) {

    private static final long SOON_MS = 1_000;

    /**
     * Keeps a variant marked until the product that it shows is here: alone, or with all scopes of its company if they
     * show it too. Then it is sent even if it is the same, if it had to be anyway.
     */
    void await(
            ListedAndAcknowledged both, boolean anew, long since, PublicationTime eventTime, DueQueue queue, long now) {
        ScopedVariant variant = both.variant();
        String partnerId = subscriber.partnerId();
        if (anew) {
            state.putAcknowledged(partnerId, variant, both.acknowledged().doubted());
        }
        if (state.marks().get(partnerId, variant) != null) {
            await(variant, queue, now);
            return;
        }
        ScopedVariant marked = state.catalog().isAwaited(variant.atCompany()) ? variant.atAllOfCompany() : variant;
        state.marks().mark(partnerId, marked, since, eventTime);
        await(marked, queue, now);
    }

    /** Looks at a marked variant again when the product arrives that it shows; or soon, if too many wait. */
    void await(ScopedVariant marked, DueQueue queue, long now) {
        if (!queue.awaited().add(marked) || !state.catalog().entries().tellsArrival(marked.barcode())) {
            queue.waitUntil(now + SOON_MS);
        }
    }

    /**
     * Whether the partner keeps what it has until the product arrives that the scope shows. What it may no longer see is
     * removed, whatever there is to show (D24).
     */
    boolean awaits(ListedAndAcknowledged both) {
        return both.isAwaited() && maySee(both);
    }

    private boolean maySee(ListedAndAcknowledged both) {
        return subscriber.configuration(both.variant()) != null;
    }

    /** Null if there is nothing to send. */
    @Nullable
    Diff diff(ListedAndAcknowledged both, boolean inDoubt, boolean anew) {
        if (maySee(both) && (both.isUnknown() || both.isAwaited())) {
            if (inDoubt) {
                state.putAcknowledged(
                        subscriber.partnerId(),
                        both.variant(),
                        both.acknowledged().doubted());
            }
            return null;
        }
        return Comparison.diff(subscriber, views, both, inDoubt, anew);
    }

    /** Whether an earlier message went to the endpoint that the partner has now. */
    boolean isOfThisEndpoint(long version) {
        return version == subscriber.endpointVersion();
    }

    /** Whether a marked record is isolated at the endpoint that the partner has now: it goes alone. */
    boolean isIsolatedHere(Due due) {
        Due.Refused before = due.refused();
        return before != null && isOfThisEndpoint(before.endpoint());
    }

    /**
     * A pause that would last longer than the longest possible one was set by an instance whose clock was ahead: it is
     * over.
     */
    static boolean isPaused(Due due, long now) {
        return due.notBefore() > now && due.notBefore() - now <= Backoff.MAX.toMillis();
    }

    /** Whether an isolated record waits for its time: it is the one that wasn't accepted. */
    static boolean waitsAlone(Due due, Diff diff, long now) {
        Due.Refused before = due.refused();
        return before != null && isPaused(due, now) && before.content().equals(diff.content());
    }
}
