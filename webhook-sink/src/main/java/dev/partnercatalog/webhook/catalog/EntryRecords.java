package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.key.Canary;
import dev.partnercatalog.schemas.key.VariantKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The records of {@code company-variants} as the sink reads them. Throws what {@link OwnRecords} throws. Not thread-safe. */
public final class EntryRecords {

    private final OwnRecords<CompanyVariant> records;

    /** @param records of the topic */
    public EntryRecords(OwnRecords<CompanyVariant> records) {
        this.records = records;
    }

    /** A record's key as text. */
    public String key(byte @Nullable [] key, int partition) {
        return records.key(key, partition);
    }

    /** Returns the variant that an entry's key identifies, at the entry's scope; null if no scope uses the entry. */
    public static @Nullable ScopedVariant variant(String text) {
        VariantKey key = VariantKey.parse(text);
        long companyId = key.requireCompany();
        Long locationId = key.locationId();
        if (Canary.is(key.barcode()) || (locationId != null && locationId == companyId)) {
            return null; // This scope is the company itself, to which location attributes don't apply (D1, D12).
        }
        return new ScopedVariant(companyId, Objects.requireNonNullElse(locationId, companyId), key.barcode());
    }

    /** The key of a variant's entry. */
    static String key(ScopedVariant variant) {
        VariantKey key = variant.isCompany()
                ? VariantKey.ofCompany(variant.barcode(), variant.companyId())
                : VariantKey.ofLocation(variant.barcode(), variant.companyId(), variant.locationId());
        return key.encode();
    }

    /** Returns an entry; null if it was deleted. */
    public @Nullable CompanyVariant value(String key, byte @Nullable [] value) {
        return value == null ? null : records.value(key, value);
    }
}
