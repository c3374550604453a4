package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.ScopedVariant;
import org.jspecify.annotations.Nullable;

/** What a partner must be told of a variant: its record, or that it is gone. */
final class Difference {

    static final Difference REMOVAL = new Difference(Hash.NONE, null);

    private final Hash content;
    private final byte @Nullable [] record;

    private Difference(Hash content, byte @Nullable [] record) {
        this.content = content;
        this.record = record;
    }

    static Difference record(Hash content, byte[] record) {
        return new Difference(content, record);
    }

    /** Hash of the record, {@link Hash#NONE} for a removal. */
    Hash content() {
        return content;
    }

    /** Returns false where the body has no place left for it. */
    boolean addTo(VariantsChanged body, ScopedVariant variant) {
        return record == null
                ? body.addRemoved(variant.companyId(), variant.locationId(), variant.barcode())
                : body.add(record);
    }
}
