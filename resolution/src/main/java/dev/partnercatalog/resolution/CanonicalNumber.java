package dev.partnercatalog.resolution;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Writes numbers in the form of RFC 8785, which is ECMAScript's. */
final class CanonicalNumber {

    private static final double EXACT_INTEGERS = 0x1p53;
    private static final double LEAST_PLAIN = 1e-6;
    private static final double FIRST_WITH_EXPONENT = 1e21;

    private CanonicalNumber() {}

    /** Throws {@link IllegalArgumentException} for a number that JSON can't represent. */
    static String of(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(value + " can't be written in JSON");
        }
        double size = Math.abs(value);
        if (value == Math.rint(value) && size < EXACT_INTEGERS) {
            return Long.toString((long) value);
        }
        BigDecimal decimal = shortest(value).stripTrailingZeros();
        if (size >= LEAST_PLAIN && size < FIRST_WITH_EXPONENT) {
            return decimal.toPlainString();
        }
        int exponent = decimal.precision() - decimal.scale() - 1;
        return decimal.scaleByPowerOfTen(-exponent).toPlainString() + (exponent < 0 ? "e" : "e+") + exponent;
    }

    /**
     * The decimal with the fewest digits that parses to the value; if there are several, the closest.
     * {@link Double#toString} returns some values with a digit too many, especially before Java 19.
     */
    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 1; ; digits++) {
            BigDecimal closest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (closest.doubleValue() == value) {
                return closest;
            }
            // The gap above a power of two is larger than the gap below it, so the second closest decimal may fit.
            BigDecimal greater = exact.round(new MathContext(digits, RoundingMode.UP));
            if (greater.doubleValue() == value) {
                return greater;
            }
        }
    }
}
