package dev.partnercatalog.resolution;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A variant with the layers of its scope applied, the same for every partner: every flag is taken as on, and what a flag
 * that is off would show instead is kept beside it.
 *
 * @param values every required field is set; {@code badges} and {@code labels} included where a layer sets them
 * @param companyFields the fields that a company layer gave
 * @param locationFields the fields that the location gave; every field in neither set is BPD's (D2)
 * @param stateCodes the states the variant may be sold in; empty: all (D14)
 * @param withoutDisplayNames null where no display name applied
 * @param withoutCannabinoidOverrides null where no cannabinoid was overridden
 */
public record ResolvedEntry(
        FieldValues values,
        Set<VariantField> companyFields,
        Set<VariantField> locationFields,
        List<String> stateCodes,
        @Nullable DisplayNameFallback withoutDisplayNames,
        @Nullable CannabinoidFallback withoutCannabinoidOverrides) {

    public ResolvedEntry {
        values = values.withDefaults();
        companyFields = copyOf(companyFields);
        locationFields = copyOf(locationFields);
        stateCodes = List.copyOf(stateCodes);
    }

    private static Set<VariantField> copyOf(Set<VariantField> fields) {
        var copy = EnumSet.noneOf(VariantField.class);
        copy.addAll(fields);
        return Collections.unmodifiableSet(copy);
    }
}
