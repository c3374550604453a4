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

    /** Far more than any measurement needs; limits the cost of malicious text. */
    private static final int LONGEST_NUMBER = 1_000;

    private static final Map<String, BigDecimal> GRAMS = Map.of(
            "g", BigDecimal.ONE,
            "mg", new BigDecimal("0.001"),
            "kg", new BigDecimal("1000"),
            "oz", new BigDecimal("28.349523125"),
            "lb", new BigDecimal("453.59237"));

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

    /** The whole variant's weight in grams, above 0; null if its size doesn't determine it. */
    static @Nullable BigDecimal grams(double unitSize, String unitOfMeasure, int packagedQuantity) {
        BigDecimal gramsPerUnit = GRAMS.get(PotencyUnit.normalized(unitOfMeasure));
        if (gramsPerUnit == null || !Double.isFinite(unitSize)) {
            return null;
        }
        // valueOf uses the shortest decimal that parses to the double: 0.1 is one tenth, as it was published.
        BigDecimal grams =
                BigDecimal.valueOf(unitSize).multiply(gramsPerUnit).multiply(BigDecimal.valueOf(packagedQuantity));
        return grams.signum() > 0 ? grams : null;
    }

    /** The number of a {@link MeasuredRange}'s text; null if that is not a plain decimal. */
    static @Nullable BigDecimal number(String text) {
        if (text.length() > LONGEST_NUMBER) {
            return null;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '+' || text.charAt(i) > '9') {
                return null; // An exponent, or a digit of another script: the constructor would accept them.
            }
        }
        try {
            return new BigDecimal(text);
        } catch (NumberFormatException e) {
            return null;
        }
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
        BigDecimal number = number(value);
        if (number == null) {
            return null;
        }
        return number.multiply(numerator)
                .divide(denominator, PLACES, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }
}
