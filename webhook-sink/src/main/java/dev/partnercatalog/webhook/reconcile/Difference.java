package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.Held.Receipt;
import dev.partnercatalog.webhook.state.ScopedVariant;
import org.jspecify.annotations.Nullable;

/** What a partner must be told of a variant: its record, or that it is gone. */
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
     * That it has to be told a record.
     *
     * @param receipt what is held once it is accepted
     * @param changed the fields that it names as changed, null where it names none
     */
    static Difference record(Receipt receipt, @Nullable RecordFields changed, byte[] record) {
        return new Difference(receipt, changed, record);
    }

    /** Hash of the record, {@link Hash#NONE} for a removal. */
    Hash content() {
        return receipt == null ? Hash.NONE : receipt.content();
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

    /** Returns false where the body has no place left for it. */
    boolean addTo(VariantsChanged body, ScopedVariant variant) {
        if (receipt == null) {
            return body.addRemoved(variant.companyId(), variant.locationId(), variant.barcode());
        }
        return changed == null ? body.add(record) : body.add(record, changed.names());
    }
}
