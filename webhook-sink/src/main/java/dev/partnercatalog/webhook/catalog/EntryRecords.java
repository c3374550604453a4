package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantKeys;
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
        ScopedVariant variant = VariantKeys.parseOfCompany(text);
        Scope scope = variant.scope();
        // Asking at such a location is asking the company itself, to which location attributes don't apply (D1, D12).
        boolean isUnused = scope instanceof Scope.Location && scope.locationId() == scope.companyId();
        return isUnused ? null : variant;
    }

    /** What an entry concerns: a company's entry applies at all of its scopes. */
    public static ScopedVariant concerned(ScopedVariant entry) {
        return entry.scope().isCompany() ? entry.atAllOfCompany() : entry;
    }

    /** Returns an entry; null if it was deleted. */
    public @Nullable CompanyVariant value(String key, byte @Nullable [] value) {
        return value == null ? null : records.value(key, value);
    }
}
