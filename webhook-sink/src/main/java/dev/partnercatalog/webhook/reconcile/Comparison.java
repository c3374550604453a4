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
 * @param diff what must be sent, null unless it {@linkplain Found#DIFFERS differs}
 */
record Comparison(Found found, @Nullable Diff diff) {

    enum Found {
        /** There is nothing to send. */
        SAME,
        /** The partner keeps what it has until the product arrives that the scope shows. */
        AWAITS_PRODUCT,
        DIFFERS
    }

    private static final Comparison SAME = new Comparison(Found.SAME, null);
    private static final Comparison AWAITS = new Comparison(Found.AWAITS_PRODUCT, null);

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
        Diff diff = diff(subscriber, views, both, forced);
        return diff == null ? SAME : new Comparison(Found.DIFFERS, diff);
    }

    /** Whether it is a removal that nobody has decided on, because the variant isn't listed any more. */
    static boolean isUnlisted(ListedAndAcknowledged both, Subscriber subscriber) {
        return both.image() == null
                && both.acknowledged().mayHaveAny()
                && subscriber.configuration(both.variant()) != null;
    }

    private static @Nullable Diff diff(
            Subscriber subscriber, ScopeViews views, ListedAndAcknowledged both, boolean forced) {
        boolean inDoubt = both.acknowledged().inDoubt();
        byte[] record = both.image() == null ? null : record(subscriber, views, both.variant(), both.image());
        if (record == null) {
            return inDoubt || both.acknowledged().mayHaveAny() ? Diff.REMOVAL : null;
        }
        Hash content = Hash.of(record);
        Receipt has = inDoubt || forced ? null : both.acknowledged().known(subscriber.endpointVersion());
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

    /** What must be sent to a partner about a variant: its record, or its removal. */
    static final class Diff {

        static final Diff REMOVAL = new Diff(Hash.NONE, new byte[0]);

        private final Hash content;
        private final byte[] record;

        private Diff(Hash content, byte[] record) {
            this.content = content;
            this.record = record;
        }

        /** A diff that sends a record with this hash. */
        static Diff record(Hash content, byte[] record) {
            return new Diff(content, record);
        }

        /** The hash of the record, {@link Hash#NONE} for a removal. */
        Hash content() {
            return content;
        }

        boolean isRemoval() {
            return content.equals(Hash.NONE);
        }

        /** Adds it to a body; returns false if it doesn't fit. */
        boolean addTo(VariantsChanged body, ScopedVariant variant) {
            return isRemoval()
                    ? body.addRemoved(variant.companyId(), variant.locationId(), variant.barcode())
                    : body.add(record);
        }
    }

    /** Collects the bytes of a record while it is written: computing its length first would cost as much again. */
    static final class GrowingBytes implements ByteSink {

        private byte[] bytes;
        private int length;

        /** @param expected the approximate number of bytes */
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
