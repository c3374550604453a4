package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.Held.Receipt;
import org.jspecify.annotations.Nullable;

/** What must be sent to a partner about a variant: its record, or its removal. */
final class Difference {

    static final Difference REMOVAL = new Difference(null, null, new byte[0]);

    private final @Nullable Receipt receipt;
    private final @Nullable RecordFields changed;
    private final byte[] record;

    private Difference(@Nullable Receipt receipt, @Nullable RecordFields changed, byte[] record) {
        this.receipt = receipt;
        this.changed = changed;
        this.record = record;
    }

    /**
     * Creates a difference that sends a record.
     *
     * @param receipt what is held once the record is accepted
     * @param changed the fields that it lists as changed, null if it lists none
     */
    static Difference record(Receipt receipt, @Nullable RecordFields changed, byte[] record) {
        return new Difference(receipt, changed, record);
    }

    /** Hash of the record, {@link Hash#NONE} for a removal. */
    Hash content() {
        return receipt == null ? Hash.NONE : receipt.content();
    }

    boolean isRemoval() {
        return receipt == null;
    }

    /** What is held once it is accepted, null after a removal. */
    @Nullable
    Receipt receipt() {
        return receipt;
    }

    @Nullable
    RecordFields changed() {
        return changed;
    }

    /** Adds it to a body; returns false if it doesn't fit. */
    boolean addTo(VariantsChanged body, ScopedVariant variant) {
        if (receipt == null) {
            return body.addRemoved(variant.companyId(), variant.locationId(), variant.barcode());
        }
        return changed == null ? body.add(record) : body.add(record, changed.names());
    }
}
