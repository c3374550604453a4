package dev.partnercatalog.resolution;

import org.jspecify.annotations.Nullable;

/** A variant as one partner reads it at one scope, by whatever way it gets there. */
public final class PartnerView {

    private PartnerView() {}

    /**
     * The variant as a JSON object in UTF-8, its keys in alphabetical order: the flags, then the units, then the assets
     * of the configuration applied to the entry. The same arguments always give the same bytes.
     *
     * @param entry the variant at the scope
     * @param configuration the partner's at the scope
     */
    public static byte[] json(String barcode, ResolvedEntry entry, ResolvedConfiguration configuration, Scope scope) {
        return VariantJson.write(barcode, scope, apply(entry, configuration));
    }

    /** Whether the variant may be sold in the state, whose two letters may be in any case; null asks for none (D14). */
    public static boolean soldIn(ResolvedEntry entry, @Nullable String stateCode) {
        return stateCode == null
                || entry.stateCodes().isEmpty()
                || entry.stateCodes().stream().anyMatch(stateCode::equalsIgnoreCase);
    }

    private static SourcedValues apply(ResolvedEntry entry, ResolvedConfiguration configuration) {
        SourcedValues allowed = FlagFilter.apply(entry, configuration.allowedFields());
        SourcedValues normalized = UnitNormalization.apply(allowed, configuration);
        return AssetSelection.apply(normalized, configuration);
    }
}
