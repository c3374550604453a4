package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Canary;
import dev.partnercatalog.schemas.key.VariantKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The records of {@code company-variants} as the sink reads them. Throws what {@link OwnRecords} throws. Not thread-safe. */
public final class EntryRecords {

    private final OwnRecords<ResolvedVariant> records;

    /** @param records of the topic */
    public EntryRecords(OwnRecords<ResolvedVariant> records) {
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

    /** Fails if an entry's value can't be read; null, which deletes it, can. */
    public void check(String key, byte @Nullable [] value) {
        if (value != null) {
            var unused = records.value(key, value);
        }
    }

    /** Returns the image of an entry; null if the entry was deleted. */
    public byte @Nullable [] image(String key, byte @Nullable [] value) {
        return value == null ? null : VariantRecords.image(records.value(key, value));
    }
}
