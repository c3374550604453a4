package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import dev.partnercatalog.webhook.subscription.Subscriber;
import org.jspecify.annotations.Nullable;

/**
 * What a look at a variant has found.
 *
 * @param diff what must be sent, null unless it {@linkplain Found#DIFFERS differs}
 */
record Look(Found found, @Nullable Diff diff) {

    enum Found {
        /** There is nothing to send. */
        SAME,
        /** The partner keeps what it has until the product arrives that the scope shows. */
        AWAITS_PRODUCT,
        DIFFERS
    }

    private static final Look SAME = new Look(Found.SAME, null);
    private static final Look AWAITS = new Look(Found.AWAITS_PRODUCT, null);

    /**
     * Compares what a partner should have of a variant with what it has (D24). What the partner may no longer see is
     * removed, whatever there is to show; otherwise, what can't be read or isn't here changes nothing.
     *
     * @param forced whether it is sent even if the partner has it
     */
    static Look at(ListedAndAcknowledged both, Subscriber subscriber, ScopeViews views, boolean forced) {
        if (subscriber.configuration(both.variant()) != null) {
            if (both.isAwaited()) {
                return AWAITS;
            }
            if (both.isUnknown()) {
                return SAME;
            }
        }
        Diff diff = Comparison.diff(subscriber, views, both, both.acknowledged().inDoubt(), forced);
        return diff == null ? SAME : new Look(Found.DIFFERS, diff);
    }

    /** Whether it is a removal that nobody has decided on, because the variant isn't listed any more. */
    static boolean isUnlisted(ListedAndAcknowledged both, Subscriber subscriber) {
        return both.image() == null
                && both.acknowledged().mayHaveAny()
                && subscriber.configuration(both.variant()) != null;
    }
}
