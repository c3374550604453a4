package dev.partnercatalog.resolution;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A variant with the layers of its scope applied, the same for every partner: every flag counts as on, and what applies
 * instead if a flag is off is kept in addition.
 *
 * @param values every required field is set; {@code badges} and {@code labels} are included if a layer sets them
 * @param companyFields the fields whose values come from a company layer
 * @param locationFields the fields whose values come from the location; fields in neither set come from BPD (D2)
 * @param withoutDisplayNames null if no display name applied
 * @param withoutCannabinoidOverrides all of BPD's cannabinoids (D4); null if none was overridden
 */
public record ResolvedEntry(
        FieldValues values,
        Set<VariantField> companyFields,
        Set<VariantField> locationFields,
        @Nullable DisplayNameFallback withoutDisplayNames,
        @Nullable FieldValues withoutCannabinoidOverrides) {

    public ResolvedEntry {
        values = values.withDefaults().withShownStateCodes();
        companyFields = copyOf(companyFields);
        locationFields = copyOf(locationFields);
    }

    /** Whether no layer of a company or a location sets a field, so that the entry is the same everywhere. */
    public boolean isOfBpdOnly() {
        return companyFields.isEmpty() && locationFields.isEmpty();
    }

    private static Set<VariantField> copyOf(Set<VariantField> fields) {
        var copy = EnumSet.noneOf(VariantField.class);
        copy.addAll(fields);
        return Collections.unmodifiableSet(copy);
    }
}
