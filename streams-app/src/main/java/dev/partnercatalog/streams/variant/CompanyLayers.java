package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.FieldValues;
import org.jspecify.annotations.Nullable;

/**
 * A company's own layers of a variant.
 *
 * @param listed whether the company lists the variant anywhere, under any number of SKUs
 */
record CompanyLayers(
        @Nullable FieldValues override, @Nullable DisplayAttributes attributes, boolean listed) {

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

    CompanyLayers withAttributes(@Nullable DisplayAttributes changed) {
        return new CompanyLayers(override, changed, listed);
    }

    CompanyLayers withListed(boolean changed) {
        return new CompanyLayers(override, attributes, changed);
    }
}
