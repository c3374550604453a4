package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.delivery.VariantsChanged;
import dev.partnercatalog.webhook.state.Acknowledged.Receipt;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.SinkState.ListedAndAcknowledged;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a partner should have of a variant, compared with what it has (D24).
 *
 * @param forced whether it is sent even if the partner has it
 * @param content the hash of the record that must be sent, {@link Hash#NONE} for its removal
 * @param record what must be sent, if it differs and isn't removed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Comparison(ListedAndAcknowledged both, boolean forced, Found found, Hash content, byte[] record) {

    private static final byte[] NO_RECORD = {};

    enum Found {
        SAME,
        /** The partner keeps what it has until the product arrives that the scope shows. */
        AWAITS_PRODUCT,
        DIFFERS
    }

    private Comparison(ListedAndAcknowledged both, boolean forced, Found found) {
        this(both, forced, found, Hash.NONE, NO_RECORD);
    }

    /**
     * Compares what a partner should have of a variant with what it has (D24). What the partner may no longer see is
     * removed, whatever there is to show; otherwise, what can't be read or isn't here changes nothing.
     */
    static Comparison of(ListedAndAcknowledged both, Subscriber subscriber, ScopeViews views, boolean forced) {
        byte[] image = both.image();
        if (image != null && subscriber.configuration(both.variant()) != null) {
            if (SinkCatalog.isAwaited(image)) {
                return new Comparison(both, forced, Found.AWAITS_PRODUCT);
            }
            if (SinkCatalog.isUnknown(image)) {
                return new Comparison(both, forced, Found.SAME);
            }
        }
        byte[] record = image == null ? null : record(subscriber, views, both.variant(), image);
        if (record == null) {
            return new Comparison(both, forced, both.acknowledged().mayHaveAny() ? Found.DIFFERS : Found.SAME);
        }
        Hash content = Hash.of(record);
        Receipt has = forced ? null : both.acknowledged().known(subscriber.endpointVersion());
        Found found = has != null && has.content().equals(content) ? Found.SAME : Found.DIFFERS;
        return new Comparison(both, forced, found, content, record);
    }

    ScopedVariant variant() {
        return both.variant();
    }

    boolean isSame() {
        return found == Found.SAME;
    }

    boolean differs() {
        return found == Found.DIFFERS;
    }

    private boolean isRemoval() {
        return differs() && content.equals(Hash.NONE);
    }

    /** Whether it is a removal that nobody has decided on, because the variant isn't listed any more. */
    boolean isUnlisted(Subscriber subscriber) {
        return isRemoval() && both.image() == null && subscriber.configuration(variant()) != null;
    }

    /** Adds what must be sent to a body; returns false if it doesn't fit. */
    boolean addTo(VariantsChanged body) {
        return isRemoval()
                ? body.addRemoved(
                        variant().companyId(), variant().locationId(), variant().barcode())
                : body.add(record);
    }

    private static byte @Nullable [] record(
            Subscriber subscriber, ScopeViews views, ScopedVariant variant, byte[] bytes) {
        ScopeView view = views.of(subscriber, variant);
        if (view == null) {
            return null;
        }
        VariantImage image = new VariantImage(bytes, 0);
        // It grows while the record is written: computing its length first would cost as much again.
        ByteArrayOutputStream record = new ByteArrayOutputStream(image.size());
        image.writeTo(record::write, view);
        return record.toByteArray();
    }

    /**
     * The views of scopes through which partners' records are written, as far as they were used lately: making one costs about
     * as much as writing a record. Thread-safe.
     */
    static final class ScopeViews {

        /** A scan goes from location to location, again for each variant: all of a company's must fit. */
        private static final int MOST = 1_024;

        private record Key(String partnerId, Scope scope) {}

        private record Made(ResolvedConfiguration configuration, ScopeView view) {}

        private final Map<Key, Made> made = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Made> eldest) {
                return size() > MOST;
            }
        };

        @SuppressWarnings("ReferenceEquality") // comparing configurations would cost as much as a view
        @Nullable
        synchronized ScopeView of(Subscriber subscriber, ScopedVariant variant) {
            ResolvedConfiguration configuration = subscriber.configuration(variant);
            if (configuration == null) {
                return null;
            }
            Key key = new Key(subscriber.partnerId(), variant.scope());
            Made known = made.get(key);
            if (known == null || known.configuration() != configuration) {
                known = new Made(configuration, new ScopeView(configuration, variant.scope()));
                made.put(key, known);
            }
            return known.view();
        }
    }
}
