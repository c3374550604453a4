package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.List;

/**
 * Adds single variants to a message, unless they have to wait.
 *
 * @param taken receives the variants whose marks the message covers
 * @param now the time in milliseconds since 1970
 */
record Additions(
        Examination examination,
        DueQueue queue,
        MessageDraft draft,
        RemovalGuard removals,
        List<ScopedVariant> taken,
        long now) {

    /**
     * Returns false if it has to be sent but doesn't fit into this message. Removes its mark, if it has one. An isolated
     * record, a removal that is held, and what waits for a product stay marked.
     */
    boolean add(ListedAndAcknowledged both, boolean anew, long since, PublicationTime eventTime) {
        if (examination.awaits(both)) {
            examination.await(both, anew, since, eventTime, queue, now);
            return true;
        }
        Diff diff = examination.diff(both, both.acknowledged().inDoubt(), anew);
        ScopedVariant variant = both.variant();
        SinkState state = examination.state();
        String partnerId = examination.subscriber().partnerId();
        Due due = state.marks().hasAny(partnerId) ? state.marks().get(partnerId, variant) : null;
        if (diff != null && due != null && examination.isIsolatedHere(due)) {
            if (anew || !Examination.waitsAlone(due, diff, now)) {
                state.marks().tryAtOnce(partnerId, variant, due);
                queue.tryAlone(variant, now);
            }
            return true;
        }
        boolean unlisted = diff != null && diff.isRemoval() && RemovalGuard.isUnlisted(examination.subscriber(), both);
        if (unlisted && !removals.allows(examination.subscriber(), now)) {
            if (due == null) {
                state.marks().mark(partnerId, variant, since, eventTime);
            }
            return true;
        }
        if (diff != null
                && !draft.add(
                        diff,
                        variant,
                        both.acknowledged().inDoubt(),
                        anew,
                        due == null ? since : Math.min(since, due.since()),
                        due == null ? eventTime : due.eventTime().earlier(eventTime))) {
            return false;
        }
        if (unlisted) {
            removals.sent(partnerId, now);
        }
        if (due != null) {
            taken.add(variant);
        }
        return true;
    }
}
