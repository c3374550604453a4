package dev.partnercatalog.resolution;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Field values with their sources; fields in neither set come from BPD (D2). */
record SourcedValues(FieldValues values, Set<VariantField> companyFields, Set<VariantField> locationFields) {

    Builder toBuilder() {
        return new Builder(this);
    }

    Source source(VariantField field) {
        if (locationFields.contains(field)) {
            return Source.LOCATION;
        }
        return companyFields.contains(field) ? Source.COMPANY : Source.BPD;
    }

    static final class Builder {

        private final FieldValues.Builder values;
        private final Set<VariantField> companyFields = EnumSet.noneOf(VariantField.class);
        private final Set<VariantField> locationFields = EnumSet.noneOf(VariantField.class);

        private Builder(SourcedValues start) {
            values = start.values.toBuilder();
            companyFields.addAll(start.companyFields);
            locationFields.addAll(start.locationFields);
        }

        Builder set(VariantField field, @Nullable Object value, Source source) {
            companyFields.remove(field);
            locationFields.remove(field);
            switch (source) {
                case BPD -> {}
                case COMPANY -> companyFields.add(field);
                case LOCATION -> locationFields.add(field);
            }
            return set(field, value);
        }

        /** Replaces a value, keeping its source. */
        Builder set(VariantField field, @Nullable Object value) {
            values.set(field, value);
            return this;
        }

        /** The builder must not be used again. */
        SourcedValues build() {
            return new SourcedValues(values.build(), companyFields, locationFields);
        }
    }
}
