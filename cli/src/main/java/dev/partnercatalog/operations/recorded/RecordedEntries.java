package dev.partnercatalog.operations.recorded;

import dev.partnercatalog.operations.topic.TopicTable;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantKeys;
import org.jspecify.annotations.Nullable;

/**
 * Entries of one company and of BPD.
 *
 * @param ofCompany the entries of the company and its locations; where one is a reference, BPD's applies
 * @param canonical the entries of BPD alone
 */
record RecordedEntries(TopicTable<CompanyVariant> ofCompany, TopicTable<ResolvedVariant> canonical) {

    /** The record of a key; its entry is null if the record can't be read. */
    private record Recorded(@Nullable ResolvedVariant entry) {}

    /**
     * The most specific entry for a barcode at a scope, null if there is none. Also null if the most specific one can't
     * be read: the readers don't use another one instead.
     */
    @Nullable
    ResolvedVariant at(String barcode, Scope scope) {
        Recorded found = scope.mostSpecific(at -> own(new ScopedVariant(at, barcode)));
        return found == null ? canonical.get(barcode) : found.entry();
    }

    private @Nullable Recorded own(ScopedVariant key) {
        String encoded = VariantKeys.encode(key);
        CompanyVariant entry = ofCompany.get(encoded);
        boolean refers = entry != null && entry.getReference() != null;
        return refers || !ofCompany.holds(encoded) ? null : new Recorded(entry == null ? null : entry.getContent());
    }
}
