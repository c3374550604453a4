package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of some of a variant's fields. A field that isn't set is null. The typed getters are for fields of the
 * matching {@link Kind} and throw {@link ClassCastException} for any other.
 */
public final class FieldValues {

    private static final List<VariantField> REQUIRED =
            VariantField.all().stream().filter(VariantField::required).toList();

    private final EnumMap<VariantField, Object> values;

    private FieldValues(EnumMap<VariantField, Object> values) {
        this.values = values;
    }

    public static Builder builder() {
        return new Builder(new EnumMap<>(VariantField.class));
    }

    /** A builder that starts with these values. */
    public Builder toBuilder() {
        return new Builder(values.clone());
    }

    /** The field's value, immutable and of the type that its {@link Kind} specifies; null if it isn't set. */
    public @Nullable Object get(VariantField field) {
        return values.get(field);
    }

    public boolean has(VariantField field) {
        return values.containsKey(field);
    }

    public @Nullable String text(VariantField field) {
        return (String) get(field);
    }

    @SuppressWarnings("unchecked") // the builder checked each element
    public @Nullable List<String> texts(VariantField field) {
        return (List<String>) get(field);
    }

    public @Nullable Double number(VariantField field) {
        return (Double) get(field);
    }

    public @Nullable Integer integer(VariantField field) {
        return (Integer) get(field);
    }

    public @Nullable Boolean flag(VariantField field) {
        return (Boolean) get(field);
    }

    public @Nullable MeasuredRange range(VariantField field) {
        return (MeasuredRange) get(field);
    }

    @SuppressWarnings("unchecked") // the builder checked each element
    public @Nullable Map<String, MeasuredRange> ranges(VariantField field) {
        return (Map<String, MeasuredRange>) get(field);
    }

    @SuppressWarnings("unchecked") // the builder checked each element
    public @Nullable Map<String, List<Asset>> assets(VariantField field) {
        return (Map<String, List<Asset>>) get(field);
    }

    /** The same values, with the default for each required field that isn't set (D11). */
    public FieldValues withDefaults() {
        if (values.keySet().containsAll(REQUIRED)) {
            return this;
        }
        Builder complete = toBuilder();
        for (VariantField field : REQUIRED) {
            complete.values.putIfAbsent(field, requireNonNull(field.defaultValue()));
        }
        return complete.build();
    }

    /** The same values, with state codes as records show them: in upper case; absent if there are none (D35). */
    FieldValues withShownStateCodes() {
        List<String> codes = texts(VariantField.STATE_CODES);
        if (codes == null) {
            return this;
        }
        List<String> shown =
                codes.stream().map(code -> code.toUpperCase(Locale.ROOT)).toList();
        return toBuilder()
                .set(VariantField.STATE_CODES, shown.isEmpty() ? null : shown)
                .build();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldValues that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }

    /** Collects values; lists and maps are copied. Not thread-safe. */
    public static final class Builder {

        private final EnumMap<VariantField, Object> values;

        private Builder(EnumMap<VariantField, Object> values) {
            this.values = values;
        }

        /**
         * Sets the field, or clears it if the value is null.
         *
         * @throws ClassCastException if the value isn't of the type that the field's {@link Kind} specifies
         * @throws NullPointerException if a list or map contains a null
         */
        public Builder set(VariantField field, @Nullable Object value) {
            if (value == null) {
                values.remove(field);
            } else {
                values.put(field, field.kind().immutable(value));
            }
            return this;
        }

        /** Sets the field to a value that is already immutable, as layers' values are. */
        Builder keep(VariantField field, Object value) {
            values.put(field, value);
            return this;
        }

        public FieldValues build() {
            return new FieldValues(values.clone());
        }
    }
}
