package dev.partnercatalog.resolution;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of some of a variant's fields; a field that isn't set is null. */
public final class FieldValues {

    private final @Nullable Object[] values;

    private FieldValues(@Nullable Object[] values) {
        this.values = values;
    }

    public static Builder builder() {
        return new Builder(new @Nullable Object[VariantField.all().size()]);
    }

    /** A builder that starts with these values. */
    public Builder toBuilder() {
        return new Builder(values.clone());
    }

    /** The field's value, of the type that its {@link Kind} says, immutable; null where it isn't set. */
    public @Nullable Object get(VariantField field) {
        return values[field.ordinal()];
    }

    public boolean has(VariantField field) {
        return get(field) != null;
    }

    /** @throws ClassCastException if the field is of another kind */
    public @Nullable String text(VariantField field) {
        return (String) get(field);
    }

    /** @throws ClassCastException if the field is of another kind */
    @SuppressWarnings("unchecked") // the builder checked each element
    public @Nullable List<String> texts(VariantField field) {
        return (List<String>) get(field);
    }

    /** @throws ClassCastException if the field is of another kind */
    public @Nullable Double number(VariantField field) {
        return (Double) get(field);
    }

    /** @throws ClassCastException if the field is of another kind */
    public @Nullable Integer integer(VariantField field) {
        return (Integer) get(field);
    }

    /** @throws ClassCastException if the field is of another kind */
    public @Nullable Boolean flag(VariantField field) {
        return (Boolean) get(field);
    }

    /** @throws ClassCastException if the field is of another kind */
    public @Nullable Range range(VariantField field) {
        return (Range) get(field);
    }

    /** @throws ClassCastException if the field is of another kind */
    @SuppressWarnings("unchecked") // the builder checked each element
    public @Nullable Map<String, Range> ranges(VariantField field) {
        return (Map<String, Range>) get(field);
    }

    /** @throws ClassCastException if the field is of another kind */
    @SuppressWarnings("unchecked") // the builder checked each element
    public @Nullable Map<String, String> textMap(VariantField field) {
        return (Map<String, String>) get(field);
    }

    /** @throws ClassCastException if the field is of another kind */
    @SuppressWarnings("unchecked") // the builder checked each element
    public @Nullable Map<String, List<Asset>> assets(VariantField field) {
        return (Map<String, List<Asset>>) get(field);
    }

    /** The same values, with its default for each required field that isn't set (D11). */
    public FieldValues withDefaults() {
        Builder complete = toBuilder();
        for (VariantField field : VariantField.all()) {
            if (field.required() && !has(field)) {
                complete.set(field, field.defaultValue());
            }
        }
        return complete.build();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldValues that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        var text = new StringBuilder("{");
        for (VariantField field : VariantField.all()) {
            if (has(field)) {
                text.append(text.length() > 1 ? ", " : "")
                        .append(field.jsonName())
                        .append('=')
                        .append(get(field));
            }
        }
        return text.append('}').toString();
    }

    /** Collects values; lists and maps are copied. Not safe for use by several threads. */
    public static final class Builder {

        private final @Nullable Object[] values;

        private Builder(@Nullable Object[] values) {
            this.values = values;
        }

        /**
         * Sets the field, or with null takes its value back.
         *
         * @throws ClassCastException if the value isn't of the type that the field's {@link Kind} says
         * @throws NullPointerException if a list or map holds a null
         */
        public Builder set(VariantField field, @Nullable Object value) {
            values[field.ordinal()] = value == null ? null : field.kind().immutable(value);
            return this;
        }

        public FieldValues build() {
            return new FieldValues(values.clone());
        }
    }
}
