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

    /** The variant of an entry's key, at the entry's scope; null where no scope has the entry. */
    static @Nullable ScopedVariant variant(String text) {
        VariantKey key = VariantKey.parse(text);
        long companyId = key.requireCompany();
        Long locationId = key.locationId();
        if (Canary.is(key.barcode()) || (locationId != null && locationId == companyId)) {
            return null; // That scope is the company, where no location's attributes hold (D1, D12).
        }
        return new ScopedVariant(companyId, Objects.requireNonNullElse(locationId, companyId), key.barcode());
    }

    /** The image of an entry; null where there is none any more. */
    byte @Nullable [] image(String key, byte @Nullable [] value) {
        return value == null ? null : VariantRecords.image(records.value(key, value));
    }
}
