package dev.partnercatalog.resolution;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
        return VariantJson.write(barcode, scope, apply(entry, configuration));
    }

    /**
     * Whether the variant may be sold in the state, given by two letters in any case; null stands for no restriction
     * (D14).
     */
    public static boolean soldIn(ResolvedEntry entry, @Nullable String stateCode) {
        return stateCode == null
                || entry.stateCodes().isEmpty()
                || entry.stateCodes().stream().anyMatch(stateCode::equalsIgnoreCase);
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
