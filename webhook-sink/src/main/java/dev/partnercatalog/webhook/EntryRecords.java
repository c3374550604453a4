package dev.partnercatalog.webhook;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Canary;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.webhook.state.ScopedVariant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The records of {@code company-variants} as the sink keeps them. Throws what {@link OwnRecords} throws. Not thread-safe. */
final class EntryRecords {

    private final OwnRecords<ResolvedVariant> records;

    EntryRecords(OwnRecords<ResolvedVariant> records) {
        this.records = records;
    }

    String key(byte @Nullable [] key, int partition) {
        return records.key(key, partition);
    }

    /** Returns the variant that an entry's key identifies, at the entry's scope; null if no scope uses the entry. */
    static @Nullable ScopedVariant variant(String text) {
        VariantKey key = VariantKey.parse(text);
        long companyId = key.requireCompany();
        Long locationId = key.locationId();
        if (Canary.is(key.barcode()) || (locationId != null && locationId == companyId)) {
            return null; // This scope is the company itself, to which location attributes don't apply (D1, D12).
        }
        return new ScopedVariant(companyId, Objects.requireNonNullElse(locationId, companyId), key.barcode());
    }

    /** Returns the image of an entry; null if the entry was deleted. */
    byte @Nullable [] image(String key, byte @Nullable [] value) {
        return value == null ? null : VariantRecords.image(records.value(key, value));
    }
}
