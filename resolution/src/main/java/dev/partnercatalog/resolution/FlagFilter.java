package dev.partnercatalog.resolution;

import static dev.partnercatalog.resolution.VariantField.BADGES;
import static dev.partnercatalog.resolution.VariantField.CANNABIS_UNIT_OF_MEASURE;
import static dev.partnercatalog.resolution.VariantField.CBD;
import static dev.partnercatalog.resolution.VariantField.LABELS;
import static dev.partnercatalog.resolution.VariantField.NAME;
import static dev.partnercatalog.resolution.VariantField.PARENT_PRODUCT_NAME;
import static dev.partnercatalog.resolution.VariantField.SECONDARY_CANNABINOIDS;
import static dev.partnercatalog.resolution.VariantField.TAC;
import static dev.partnercatalog.resolution.VariantField.THC;

import java.util.List;

/** Reverts what a scope's flags don't allow (D3, D4, D5). */
final class FlagFilter {

    /** The fields that {@code cannabinoidOverrides} governs (D4). */
    static final List<VariantField> CANNABINOIDS =
            List.of(THC, CBD, TAC, SECONDARY_CANNABINOIDS, CANNABIS_UNIT_OF_MEASURE);

    private FlagFilter() {}

    static SourcedValues apply(ResolvedEntry entry, AllowedFields flags) {
        var all = new SourcedValues(entry.values(), entry.companyFields(), entry.locationFields());
        SourcedValues.Builder allowed = all.toBuilder();
        if (!flags.badges()) {
            allowed.set(BADGES, null, Source.BPD);
        }
        if (!flags.labels()) {
            allowed.set(LABELS, null, Source.BPD);
        }
        DisplayNameFallback names = entry.withoutDisplayNames();
        if (!flags.displayNameOverrides() && names != null) {
            allowed.set(NAME, names.name(), companyOrBpd(names.nameFromCompany()));
            allowed.set(
                    PARENT_PRODUCT_NAME, names.parentProductName(), companyOrBpd(names.parentProductNameFromCompany()));
        }
        FieldValues cannabinoids = entry.withoutCannabinoidOverrides();
        if (!flags.cannabinoidOverrides() && cannabinoids != null) {
            CANNABINOIDS.forEach(field -> allowed.set(field, cannabinoids.get(field), Source.BPD));
        }
        return allowed.build();
    }

    private static Source companyOrBpd(boolean company) {
        return company ? Source.COMPANY : Source.BPD;
    }
}
