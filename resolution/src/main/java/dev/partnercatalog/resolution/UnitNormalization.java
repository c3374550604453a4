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

import dev.partnercatalog.resolution.ConversionFault.Reason;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Converts a variant's cannabinoids and terpenes to the company's units: either all values that share a unit, or none
 * (D7).
 */
final class UnitNormalization {

    /** The fields whose values have the unit of one field, and the unit that is configured for them. */
    private record Governed(
            VariantField unitField,
            List<VariantField> fields,
            Function<ResolvedConfiguration, @Nullable String> wantedUnit) {}

    private static final List<Governed> ALL = List.of(
            new Governed(
                    CANNABIS_UNIT_OF_MEASURE,
                    List.of(THC, CBD, TAC, SECONDARY_CANNABINOIDS),
                    ResolvedConfiguration::cannabisUnitOfMeasure),
            new Governed(TERPENE_UNIT_OF_MEASURE, List.of(TOTAL_TERPENE), ResolvedConfiguration::terpeneUnitOfMeasure));

    private UnitNormalization() {}

    static SourcedValues apply(SourcedValues variant, ResolvedConfiguration configuration) {
        SourcedValues normalized = variant;
        for (Governed governed : ALL) {
            String wantedUnit = governed.wantedUnit().apply(configuration);
            normalized = wantedUnit == null ? normalized : apply(normalized, governed, wantedUnit);
        }
        return normalized;
    }

    private static SourcedValues apply(SourcedValues variant, Governed governed, String wantedUnit) {
        UnitConversion conversion = conversion(variant.values(), governed.unitField(), wantedUnit);
        if (conversion == null) {
            return variant;
        }
        SourcedValues.Builder converted = variant.toBuilder();
        for (VariantField field : governed.fields()) {
            Object value = convert(conversion, variant.values(), field);
            if (value == null) {
                return variant;
            }
            converted.set(field, value);
        }
        return converted.set(governed.unitField(), wantedUnit, Source.COMPANY).build();
    }

    /** Returns null if the variant has the wanted unit already, or can't be converted to it. */
    private static @Nullable UnitConversion conversion(FieldValues values, VariantField unitField, String wantedUnit) {
        PotencyUnit from = PotencyUnit.of(requireNonNull(values.text(unitField)));
        PotencyUnit to = PotencyUnit.of(wantedUnit);
        if (from == null || to == null || from == to) {
            return null;
        }
        boolean needsWeight = from == PotencyUnit.MILLIGRAMS || to == PotencyUnit.MILLIGRAMS;
        return UnitConversion.between(from, to, needsWeight ? grams(values) : BigDecimal.ONE);
    }

    /** Why existing values keep a unit other than the configured one; empty if none does. */
    static List<ConversionFault> faults(SourcedValues variant, ResolvedConfiguration configuration) {
        List<ConversionFault> faults = new ArrayList<>();
        for (Governed governed : ALL) {
            String wantedUnit = governed.wantedUnit().apply(configuration);
            Map<String, String> present = new LinkedHashMap<>();
            governed.fields().forEach(field -> putValues(variant.values(), field, present));
            if (wantedUnit != null && !present.isEmpty()) {
                addFaults(variant.values(), governed.unitField(), wantedUnit, present, faults);
            }
        }
        return faults;
    }

    /** @param present the values in the unit, by their paths */
    private static void addFaults(
            FieldValues values,
            VariantField unitField,
            String wantedUnit,
            Map<String, String> present,
            List<ConversionFault> faults) {
        String ownUnit = requireNonNull(values.text(unitField));
        String unit = unitField.jsonName();
        if (PotencyUnit.normalized(ownUnit).equals(PotencyUnit.normalized(wantedUnit))) {
            return;
        }
        if (PotencyUnit.of(wantedUnit) == null) {
            faults.add(new ConversionFault(unitField, wantedUnit, Reason.UNKNOWN_CONFIGURED_UNIT, unit, wantedUnit));
        } else if (PotencyUnit.of(ownUnit) == null) {
            faults.add(new ConversionFault(unitField, wantedUnit, Reason.UNKNOWN_UNIT, unit, ownUnit));
        } else if (conversion(values, unitField, wantedUnit) == null) {
            faults.add(new ConversionFault(unitField, wantedUnit, Reason.UNKNOWN_WEIGHT, "unitSize", size(values)));
        } else {
            present.forEach((field, value) -> {
                if (UnitConversion.number(value) == null) {
                    faults.add(new ConversionFault(unitField, wantedUnit, Reason.NO_NUMBER, field, value));
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
