package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.state.Hash;

/** What must be sent to a partner about a variant: its record, or its removal. */
final class Diff {

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
