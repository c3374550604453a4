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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts a variant's cannabinoids and terpenes to the company's units: either all values that share a unit, or none
 * (D7).
 */
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
        UnitConversion conversion =
                attempt(variant.values(), unitField, wantedUnit).conversion();
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

    /** Why existing values keep a unit other than the configured one; empty if none does. */
    static List<ConversionFault> faults(SourcedValues variant, ResolvedConfiguration configuration) {
        List<ConversionFault> faults = new ArrayList<>();
        addFaults(
                variant.values(),
                CANNABIS_UNIT_OF_MEASURE,
                CANNABINOIDS,
                configuration.cannabisUnitOfMeasure(),
                faults);
        addFaults(variant.values(), TERPENE_UNIT_OF_MEASURE, TERPENES, configuration.terpeneUnitOfMeasure(), faults);
        return faults;
    }

    private static void addFaults(
            FieldValues values,
            VariantField unitField,
            List<VariantField> governed,
            @Nullable String wantedUnit,
            List<ConversionFault> faults) {
        if (wantedUnit == null) {
            return;
        }
        Map<String, String> present = new LinkedHashMap<>();
        governed.forEach(field -> putValues(values, field, present));
        if (present.isEmpty()) {
            return;
        }
        Attempt attempt = attempt(values, unitField, wantedUnit);
        if (attempt.fault() != null) {
            faults.add(attempt.fault());
        } else if (attempt.conversion() != null) {
            present.forEach((field, value) -> {
                if (UnitConversion.number(value) == null) {
                    faults.add(
                            new ConversionFault(unitField, wantedUnit, ConversionFault.Reason.NO_NUMBER, field, value));
                }
            });
        }
    }

    /** Adds the nonempty values of a field, by their paths. */
    private static void putValues(FieldValues values, VariantField field, Map<String, String> present) {
        if (field.kind() == Kind.RANGE) {
            putValues(field.jsonName(), requireNonNull(values.range(field)), present);
        } else {
            requireNonNull(values.ranges(field))
                    .forEach((name, range) -> putValues(field.jsonName() + "." + name, range, present));
        }
    }

    private static void putValues(String path, MeasuredRange range, Map<String, String> present) {
        Map.of("avg", range.avg(), "max", range.max(), "min", range.min()).entrySet().stream()
                .filter(value -> !value.getValue().isEmpty())
                .sorted(Map.Entry.comparingByKey())
                .forEach(value -> present.put(path + "." + value.getKey(), value.getValue()));
    }

    /**
     * The attempt to convert from one unit to another.
     *
     * @param conversion null if the variant already has the wanted unit, or can't be converted to it
     * @param fault why it can't be converted
     */
    private record Attempt(
            @Nullable UnitConversion conversion, @Nullable ConversionFault fault) {}

    private static Attempt attempt(FieldValues values, VariantField unitField, String wantedUnit) {
        String ownUnit = requireNonNull(values.text(unitField));
        PotencyUnit from = PotencyUnit.of(ownUnit);
        PotencyUnit to = PotencyUnit.of(wantedUnit);
        if (PotencyUnit.normalized(ownUnit).equals(PotencyUnit.normalized(wantedUnit))) {
            return new Attempt(null, null);
        }
        if (to == null) {
            return failed(
                    unitField,
                    wantedUnit,
                    ConversionFault.Reason.UNKNOWN_CONFIGURED_UNIT,
                    unitField.jsonName(),
                    wantedUnit);
        }
        if (from == null) {
            return failed(unitField, wantedUnit, ConversionFault.Reason.UNKNOWN_UNIT, unitField.jsonName(), ownUnit);
        }
        boolean needsWeight = from == PotencyUnit.MILLIGRAMS || to == PotencyUnit.MILLIGRAMS;
        UnitConversion conversion = UnitConversion.between(from, to, needsWeight ? grams(values) : BigDecimal.ONE);
        return conversion == null
                ? failed(unitField, wantedUnit, ConversionFault.Reason.UNKNOWN_WEIGHT, "unitSize", size(values))
                : new Attempt(conversion, null);
    }

    private static Attempt failed(
            VariantField unitField, String wantedUnit, ConversionFault.Reason reason, String field, String value) {
        return new Attempt(null, new ConversionFault(unitField, wantedUnit, reason, field, value));
    }

    private static String size(FieldValues values) {
        return values.integer(PACKAGED_QUANTITY) + " x " + values.number(UNIT_SIZE) + " \""
                + values.text(UNIT_OF_MEASURE) + "\"";
    }

    private static @Nullable BigDecimal grams(FieldValues values) {
        return UnitConversion.grams(
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
