package dev.partnercatalog.resolution;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Converts numbers from one unit to another. The factor is a fraction, whose numerator and denominator are kept apart
 * so that each result is rounded only once (D7).
 */
record UnitConversion(BigDecimal numerator, BigDecimal denominator) {

    private static final int PLACES = 4;

    /**
     * The conversion, or null if the units can't be converted into each other for this variant.
     *
     * @param grams null if the variant's weight is unknown
     */
    static @Nullable UnitConversion between(PotencyUnit from, PotencyUnit to, @Nullable BigDecimal grams) {
        if (grams == null && (from == PotencyUnit.MILLIGRAMS || to == PotencyUnit.MILLIGRAMS)) {
            return null;
        }
        BigDecimal weight = grams == null ? BigDecimal.ONE : grams;
        return new UnitConversion(
                from.numerator().multiply(to.denominator(weight)),
                from.denominator(weight).multiply(to.numerator()));
    }

    /** The converted range, or null if one of its values is neither empty nor a plain decimal. */
    @Nullable
    MeasuredRange convert(MeasuredRange range) {
        String avg = convert(range.avg());
        String max = convert(range.max());
        String min = convert(range.min());
        return avg == null || max == null || min == null ? null : new MeasuredRange(avg, max, min);
    }

    /** The converted ranges, or null if one of them can't be converted. */
    @Nullable
    Map<String, MeasuredRange> convert(Map<String, MeasuredRange> ranges) {
        var converted = new TreeMap<String, MeasuredRange>();
        for (Map.Entry<String, MeasuredRange> entry : ranges.entrySet()) {
            MeasuredRange range = convert(entry.getValue());
            if (range == null) {
                return null;
            }
            converted.put(entry.getKey(), range);
        }
        return converted;
    }

    private @Nullable String convert(String value) {
        if (value.isEmpty()) {
            return value;
        }
        BigDecimal number = PlainDecimal.parse(value);
        if (number == null) {
            return null;
        }
        return number.multiply(numerator)
                .divide(denominator, PLACES, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }
}
