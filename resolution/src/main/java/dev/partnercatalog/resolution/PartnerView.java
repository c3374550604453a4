package dev.partnercatalog.resolution;

import java.util.List;

/** A variant as one partner reads it at one scope, whichever way it is delivered. */
public final class PartnerView {

    private PartnerView() {}

    /**
     * The variant as a JSON object in UTF-8, in canonical form (RFC 8785, D31): the entry, to which the configuration's
     * flags, then its units, then its assets are applied. The same arguments always return the same bytes.
     *
     * @param entry the variant at the scope
     * @param configuration the partner's at the scope
     */
    public static byte[] json(String barcode, ResolvedEntry entry, ResolvedConfiguration configuration, Scope scope) {
        return VariantJson.write(barcode, scope, apply(entry, configuration)).json();
    }

    /** Why values keep a unit other than the configured one; empty if none does (D7). */
    public static List<ConversionFault> conversionFaults(ResolvedEntry entry, ResolvedConfiguration configuration) {
        return UnitNormalization.faults(FlagFilter.apply(entry, configuration.allowedFields()), configuration);
    }

    private static SourcedValues apply(ResolvedEntry entry, ResolvedConfiguration configuration) {
        SourcedValues allowed = FlagFilter.apply(entry, configuration.allowedFields());
        SourcedValues normalized = UnitNormalization.apply(allowed, configuration);
        return AssetSelection.apply(normalized, configuration);
    }
}
