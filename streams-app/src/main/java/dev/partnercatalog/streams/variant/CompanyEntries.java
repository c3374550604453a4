package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.VariantLayers;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a variant for a company and its locations, from the layers before or after a change.
 *
 * @param bpd null if BPD lacks the barcode: then there are none (D1)
 */
record CompanyEntries(@Nullable Bpd bpd, CompanyLayers company) {

    /** The company's entry; null if the company sets nothing itself, so that BPD's entry applies. */
    @Nullable
    ResolvedEntry ofCompany() {
        if (bpd == null || company.isEmpty()) {
            return null;
        }
        return company.setsNothing() ? bpd.resolved() : resolve(bpd, null);
    }

    /**
     * A location's entry; null if it has none of its own, so that the company's applies.
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
