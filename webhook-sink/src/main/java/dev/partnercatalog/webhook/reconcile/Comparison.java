package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ByteSink;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.state.Acknowledged.Receipt;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.SinkState.ListedAndAcknowledged;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a partner should have of a variant, compared with what it has (D24).
 *
 * @param content the hash of the record that must be sent, {@link Hash#NONE} for its removal
 * @param record what must be sent, if it differs and isn't removed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Comparison(Found found, Hash content, byte[] record) {

    enum Found {
        SAME,
        /** The partner keeps what it has until the product arrives that the scope shows. */
        AWAITS_PRODUCT,
        DIFFERS
    }

    private static final Comparison SAME = new Comparison(Found.SAME, Hash.NONE, new byte[0]);
    private static final Comparison AWAITS = new Comparison(Found.AWAITS_PRODUCT, Hash.NONE, new byte[0]);
    private static final Comparison REMOVAL = new Comparison(Found.DIFFERS, Hash.NONE, new byte[0]);

    /**
     * Compares what a partner should have of a variant with what it has (D24). What the partner may no longer see is
     * removed, whatever there is to show; otherwise, what can't be read or isn't here changes nothing.
     *
     * @param forced whether it is sent even if the partner has it
     */
    static Comparison of(ListedAndAcknowledged both, Subscriber subscriber, ScopeViews views, boolean forced) {
        if (subscriber.configuration(both.variant()) != null) {
            if (both.isAwaited()) {
                return AWAITS;
            }
            if (both.isUnknown()) {
                return SAME;
            }
        }
        byte[] record = both.image() == null ? null : record(subscriber, views, both.variant(), both.image());
        if (record == null) {
            return both.acknowledged().mayHaveAny() ? REMOVAL : SAME;
        }
        Hash content = Hash.of(record);
        Receipt has = forced ? null : both.acknowledged().known(subscriber.endpointVersion());
        return has != null && has.content().equals(content) ? SAME : new Comparison(Found.DIFFERS, content, record);
    }

    boolean isSame() {
        return found == Found.SAME;
    }

    boolean differs() {
        return found == Found.DIFFERS;
    }

    boolean isRemoval() {
        return differs() && content.equals(Hash.NONE);
    }

    /** Whether it is a removal that nobody has decided on, because the variant isn't listed any more. */
    boolean isUnlisted(ListedAndAcknowledged both, Subscriber subscriber) {
        return isRemoval() && both.image() == null && subscriber.configuration(both.variant()) != null;
    }

    /** Adds what must be sent to a body; returns false if it doesn't fit. */
    boolean addTo(VariantsChanged body, ScopedVariant variant) {
        return isRemoval()
                ? body.addRemoved(variant.companyId(), variant.locationId(), variant.barcode())
                : body.add(record);
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

    /** Collects the bytes of a record while it is written: computing its length first would cost as much again. */
    static final class GrowingBytes implements ByteSink {

        private byte[] bytes;
        private int length;

        GrowingBytes(int expected) {
            this.bytes = new byte[expected];
        }

        @Override
        public void write(byte[] source, int offset, int count) {
            if (bytes.length - length < count) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, count)));
            }
            System.arraycopy(source, offset, bytes, length, count);
            length += count;
        }

        byte[] toArray() {
            return Arrays.copyOf(bytes, length);
        }
    }
}
