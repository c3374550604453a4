package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.state.Acknowledged.Receipt;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.Said;
import org.jspecify.annotations.Nullable;

/** What must be sent to a partner about a variant: its record, or its removal. */
final class Diff {

    static final Diff REMOVAL = new Diff(null, null, new byte[0]);

    private final @Nullable Receipt receipt;
    private final @Nullable RecordFields changed;
    private final byte[] record;

    private Diff(@Nullable Receipt receipt, @Nullable RecordFields changed, byte[] record) {
        this.receipt = receipt;
        this.changed = changed;
        this.record = record;
    }

    /**
     * Creates a diff that sends a record.
     *
     * @param receipt what is acknowledged once the record is accepted
     * @param changed the fields that it lists as changed, null if it lists none
     */
    static Diff record(Receipt receipt, @Nullable RecordFields changed, byte[] record) {
        return new Diff(receipt, changed, record);
    }

    Said said() {
        return new Said(receipt == null ? Hash.NONE : receipt.content(), changed);
    }

    boolean isRemoval() {
        return receipt == null;
    }

    /** What is acknowledged once it is accepted, null after a removal. */
    @Nullable
    Receipt receipt() {
        return receipt;
    }

    /** Adds it to a body; returns false if it doesn't fit. */
    boolean addTo(VariantsChanged body, ScopedVariant variant) {
        if (receipt == null) {
            return body.addRemoved(variant.companyId(), variant.locationId(), variant.barcode());
        }
        return changed == null ? body.add(record) : body.add(record, changed.names());
    }
}
