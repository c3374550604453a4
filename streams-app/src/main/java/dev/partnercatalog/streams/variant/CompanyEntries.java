package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.VariantLayers;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a variant for a company and its locations, as the layers were or are at one moment.
 *
 * @param bpd null where BPD lacks the barcode: then there are none (D1)
 */
record CompanyEntries(@Nullable Bpd bpd, CompanyLayers company) {

    /** The company's, null where it says nothing itself: what BPD says holds there. */
    @Nullable
    ResolvedEntry ofCompany() {
        if (bpd == null || company.isEmpty()) {
            return null;
        }
        return company.override() == null && company.attributes() == null ? bpd.resolved() : resolve(bpd, null);
    }

    /**
     * A location's, null where it has none of its own: the company's holds there.
     *
     * @param attributes the location's own
     */
    @Nullable
    ResolvedEntry ofLocation(@Nullable DisplayAttributes attributes) {
        return bpd == null || attributes == null ? null : resolve(bpd, attributes);
    }

    private ResolvedEntry resolve(Bpd canonical, @Nullable DisplayAttributes location) {
        return new VariantLayers(
                        canonical.values(), canonical.stateCodes(), company.override(), company.attributes(), location)
                .resolve();
    }
}
