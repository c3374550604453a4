package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import org.jspecify.annotations.Nullable;

/**
 * A message with one isolated record, in its newest state (D26, D37).
 *
 * @param examined the variant, whose mark is covered by the message or no longer needed
 * @param isolated that mark, null if there is nothing to send
 * @param time the time of the message if it says the same as the last one, so that it has the same id; otherwise null
 */
record LoneMessage(
        ScopedVariant examined,
        @Nullable Due isolated,
        @Nullable Long time) {

    /**
     * Puts an isolated record whose time has come into a draft; null if there is none, or it is a removal that is
     * held or waits for a product.
     */
    static @Nullable LoneMessage next(
            Examination examination, DueQueue queue, MessageDraft draft, RemovalGuard removals, long now) {
        ScopedVariant variant = queue.pollRefused();
        Due due = variant == null ? null : examination.state().marks().get(queue.partnerId(), variant);
        if (variant == null
                || due == null
                || !due.isIsolated()
                || queue.variants().isUnderIntent(variant)) {
            return null;
        }
        Due.Refused before = examination.isIsolatedHere(due) ? due.refused() : null;
        ListedAndAcknowledged both = examination.state().listedAndAcknowledged(queue.partnerId(), variant);
        if (examination.awaits(both)) {
            examination.await(variant, queue, now);
            return null;
        }
        boolean inDoubt = both.acknowledged().inDoubt();
        Diff diff = examination.diff(both, inDoubt, false);
        if (diff == null) {
            return new LoneMessage(variant, null, null);
        }
        boolean guarded = diff.isRemoval() && RemovalGuard.isUnlisted(examination.subscriber(), both);
        if (guarded && !removals.allows(examination.subscriber(), now)) {
            return null;
        }
        draft.add(diff, variant, inDoubt, false, due.since(), due.eventTime());
        Intent.Entry entry = draft.entries().get(0);
        boolean same = before != null && entry.content().equals(before.content());
        if (guarded && !same) {
            // Sending the same again removes nothing more.
            removals.sent(queue.partnerId(), now);
        }
        return new LoneMessage(variant, due, before != null && same ? before.time() : null);
    }
}
