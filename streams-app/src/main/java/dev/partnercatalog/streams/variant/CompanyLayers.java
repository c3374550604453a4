package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantLayers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A company's own layers of a variant.
 *
 * @param listed whether the company lists the variant anywhere, under any number of SKUs
 */
record CompanyLayers(
        @Nullable FieldValues override, @Nullable FieldValues attributes, boolean listed) {

    static final CompanyLayers NONE = new CompanyLayers(null, null, false);

    /** Whether the company has no entry of its own. */
    boolean isEmpty() {
        return setsNothing() && !listed;
    }

    /** Whether the company's entry, if it has one, refers to the product. */
    boolean setsNothing() {
        return override == null && attributes == null;
    }

    CompanyLayers withOverride(@Nullable FieldValues changed) {
        return new CompanyLayers(changed, attributes, listed);
    }

    CompanyLayers withAttributes(@Nullable FieldValues changed) {
        return new CompanyLayers(override, changed, listed);
    }

    CompanyLayers withListed(boolean changed) {
        return new CompanyLayers(override, attributes, changed);
    }

    /**
     * The layers of a company and its locations as they are stored.
     *
     * @param shared the blocks of the company's own layers
     * @param locations the display attributes of each location that has some
     */
    record Stored(
            Scope.Company scope, CompanyLayers company, long shared, Map<Scope.Location, FieldValues> locations) {}

    /**
     * The entries of a variant for a company and its locations, from the layers before or after a change.
     *
     * @param bpd null if BPD lacks the barcode: then there are none (D1)
     */
    record Entries(@Nullable Bpd bpd, CompanyLayers company) {

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
        ResolvedEntry ofLocation(@Nullable FieldValues attributes) {
            return bpd == null || attributes == null ? null : resolve(bpd, attributes);
        }

        private ResolvedEntry resolve(Bpd canonical, @Nullable FieldValues location) {
            return new VariantLayers(canonical.values(), company.override, company.attributes, location).resolve();
        }
    }
}
