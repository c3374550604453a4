package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.operations.topic.TopicTable;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.VariantKey;
import org.jspecify.annotations.Nullable;

/**
 * Entries of one company and of BPD.
 *
 * @param ofCompany the entries of the company and its locations
 * @param canonical the entries of BPD alone
 */
record RecordedEntries(TopicTable<ResolvedVariant> ofCompany, TopicTable<ResolvedVariant> canonical) {

    /** The record of a key; its entry is null if the record can't be read. */
    private record Recorded(@Nullable ResolvedVariant entry) {}

    /**
     * The most specific entry for a barcode at a scope, null if there is none. Also null if the most specific one can't
     * be read: the readers don't use another one instead.
     */
    @Nullable
    ResolvedVariant at(String barcode, Scope scope) {
        Recorded found = scope.<Recorded>mostSpecific(
                () -> recorded(ofCompany, VariantKey.ofLocation(barcode, scope.companyId(), scope.locationId())),
                () -> recorded(ofCompany, VariantKey.ofCompany(barcode, scope.companyId())),
                () -> recorded(canonical, VariantKey.everywhere(barcode)));
        return found == null ? null : found.entry();
    }

    private static @Nullable Recorded recorded(TopicTable<ResolvedVariant> entries, VariantKey key) {
        String encoded = key.encode();
        return entries.holds(encoded) ? new Recorded(entries.get(encoded)) : null;
    }
}
