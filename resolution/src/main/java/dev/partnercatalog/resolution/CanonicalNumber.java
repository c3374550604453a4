package dev.partnercatalog.resolution;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as RFC 8785 writes them, which is how ECMAScript does. */
final class CanonicalNumber {

    private static final double EXACT_INTEGERS = 0x1p53;
    private static final double LEAST_PLAIN = 1e-6;
    private static final double FIRST_WITH_EXPONENT = 1e21;

    private CanonicalNumber() {}

    /** Throws {@link IllegalArgumentException} for a number that JSON can't hold. */
    static String of(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(value + " is no number of JSON");
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
     * The decimal with the fewest digits that reads back as the value, the closest of several. {@link Double#toString} gives
     * some values a digit too many, even more so before Java 19.
     */
    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 1; ; digits++) {
            BigDecimal closest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (closest.doubleValue() == value) {
                return closest;
            }
            // Away from zero a power of two has more room than towards it, so that the second closest may do.
            BigDecimal greater = exact.round(new MathContext(digits, RoundingMode.UP));
            if (greater.doubleValue() == value) {
                return greater;
            }
        }
    }
}
