package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.FieldValues;
import org.jspecify.annotations.Nullable;

/**
 * What a company itself says of a variant.
 *
 * @param listed whether the company lists the variant anywhere, under however many SKUs
 */
record CompanyLayers(
        @Nullable FieldValues override, @Nullable DisplayAttributes attributes, boolean listed) {

    static final CompanyLayers NONE = new CompanyLayers(null, null, false);

    /** Whether the company says nothing, and so has no entry of its own. */
    boolean isEmpty() {
        return override == null && attributes == null && !listed;
    }

    CompanyLayers withOverride(@Nullable FieldValues changed) {
        return new CompanyLayers(changed, attributes, listed);
    }

    CompanyLayers withAttributes(@Nullable DisplayAttributes changed) {
        return new CompanyLayers(override, changed, listed);
    }

    CompanyLayers withListed(boolean changed) {
        return new CompanyLayers(override, attributes, changed);
    }
}
