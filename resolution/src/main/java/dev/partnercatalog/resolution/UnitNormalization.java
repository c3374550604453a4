package dev.partnercatalog.resolution;

import static dev.partnercatalog.resolution.VariantField.CANNABIS_UNIT_OF_MEASURE;
import static dev.partnercatalog.resolution.VariantField.CBD;
import static dev.partnercatalog.resolution.VariantField.PACKAGED_QUANTITY;
import static dev.partnercatalog.resolution.VariantField.SECONDARY_CANNABINOIDS;
import static dev.partnercatalog.resolution.VariantField.TAC;
import static dev.partnercatalog.resolution.VariantField.TERPENE_UNIT_OF_MEASURE;
import static dev.partnercatalog.resolution.VariantField.THC;
import static dev.partnercatalog.resolution.VariantField.TOTAL_TERPENE;
import static dev.partnercatalog.resolution.VariantField.UNIT_OF_MEASURE;
import static dev.partnercatalog.resolution.VariantField.UNIT_SIZE;
import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings a variant's cannabinoids and terpenes to the company's units; all that share a unit, or none (D7). */
final class UnitNormalization {

    private static final List<VariantField> CANNABINOIDS = List.of(THC, CBD, TAC, SECONDARY_CANNABINOIDS);
    private static final List<VariantField> TERPENES = List.of(TOTAL_TERPENE);

    private UnitNormalization() {}

    static SourcedValues apply(SourcedValues variant, ResolvedConfiguration configuration) {
        SourcedValues normalized =
                apply(variant, CANNABIS_UNIT_OF_MEASURE, CANNABINOIDS, configuration.cannabisUnitOfMeasure());
        return apply(normalized, TERPENE_UNIT_OF_MEASURE, TERPENES, configuration.terpeneUnitOfMeasure());
    }

    private static SourcedValues apply(
            SourcedValues variant, VariantField unitField, List<VariantField> governed, @Nullable String wantedUnit) {
        if (wantedUnit == null) {
            return variant;
        }
        UnitConversion conversion = conversion(variant.values(), unitField, wantedUnit);
        if (conversion == null) {
            return variant;
        }
        SourcedValues.Builder converted = variant.toBuilder();
        for (VariantField field : governed) {
            Object value = convert(conversion, variant.values(), field);
            if (value == null) {
                return variant;
            }
            converted.set(field, value);
        }
        return converted.set(unitField, wantedUnit, Source.COMPANY).build();
    }

    /** Null where the variant has the wanted unit already, or can't be converted to it. */
    private static @Nullable UnitConversion conversion(FieldValues values, VariantField unitField, String wantedUnit) {
        PotencyUnit from = PotencyUnit.of(requireNonNull(values.text(unitField)));
        PotencyUnit to = PotencyUnit.of(wantedUnit);
        if (from == null || to == null || from == to) {
            return null;
        }
        boolean needsWeight = from == PotencyUnit.MILLIGRAMS || to == PotencyUnit.MILLIGRAMS;
        return UnitConversion.between(from, to, needsWeight ? grams(values) : BigDecimal.ONE);
    }

    private static @Nullable BigDecimal grams(FieldValues values) {
        return Weight.grams(
                requireNonNull(values.number(UNIT_SIZE)),
                requireNonNull(values.text(UNIT_OF_MEASURE)),
                requireNonNull(values.integer(PACKAGED_QUANTITY)));
    }

    private static @Nullable Object convert(UnitConversion conversion, FieldValues values, VariantField field) {
        return field.kind() == Kind.RANGE
                ? conversion.convert(requireNonNull(values.range(field)))
                : conversion.convert(requireNonNull(values.ranges(field)));
    }
}
