package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.webhook.state.Acknowledged.Receipt;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import dev.partnercatalog.webhook.subscription.Subscriber;
import org.jspecify.annotations.Nullable;

/** Compares what a partner should have with what it has (D24). */
final class Comparison {

    private Comparison() {}

    /**
     * What must be sent about one variant so that the partner has what it should have, null if there is nothing to send.
     *
     * @param views of the partner's scopes
     * @param inDoubt whether it isn't known what the partner has, whatever it acknowledged
     * @param anew whether the record is sent even if the partner has it
     */
    static @Nullable Diff diff(
            Subscriber subscriber, ScopeViews views, ListedAndAcknowledged both, boolean inDoubt, boolean anew) {
        byte[] record = both.image() == null ? null : record(subscriber, views, both.variant(), both.image());
        if (record == null) {
            return inDoubt || both.acknowledged().mayHaveAny() ? Diff.REMOVAL : null;
        }
        Hash content = Hash.of(record);
        Receipt has = inDoubt || anew ? null : both.acknowledged().known(subscriber.endpointVersion());
        return has != null && has.content().equals(content) ? null : Diff.record(content, record);
    }

    private static byte @Nullable [] record(
            Subscriber subscriber, ScopeViews views, ScopedVariant variant, byte[] bytes) {
        ScopeView view = views.of(subscriber, variant);
        if (view == null) {
            return null;
        }
        VariantImage image = new VariantImage(bytes, 0);
        GrowingBytes record = new GrowingBytes(image.size());
        image.writeTo(record, view);
        return record.toArray();
    }
}
