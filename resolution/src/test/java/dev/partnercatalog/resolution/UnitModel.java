package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A second implementation of the unit rules, in fractions of whole numbers, with explicit rounding. */
final class UnitModel {

    private static final Pattern PLAIN = Pattern.compile("([+-]?)(?:([0-9]+)\\.?|([0-9]*)\\.([0-9]+))");
    private static final Map<String, String> GRAMS =
            Map.of("g", "1", "mg", "0.001", "kg", "1000", "oz", "28.349523125", "lb", "453.59237");

    private final String from;
    private final String to;
    private final @Nullable Fraction grams;
    private boolean failed;

    UnitModel(String from, String to, double unitSize, String unitOfMeasure, int packagedQuantity) {
        this.from = bare(from);
        this.to = bare(to);
        String gramsPerUnit = GRAMS.get(bare(unitOfMeasure));
        grams = gramsPerUnit == null
                ? null
                : scientific(Double.toString(unitSize))
                        .times(scientific(gramsPerUnit))
                        .times(scientific(Integer.toString(packagedQuantity)));
    }

    boolean convertible() {
        List<String> known = List.of("%", "mg/g", "mg");
        boolean needsGrams = from.equals("mg") || to.equals("mg");
        boolean hasGrams = grams != null && grams.numerator().signum() > 0;
        return known.contains(from) && known.contains(to) && !from.equals(to) && (!needsGrams || hasGrams);
    }

    /** Whether a value so far was not a plain decimal. */
    boolean failed() {
        return failed;
    }

    String convert(String value) {
        if (value.isEmpty()) {
            return value;
        }
        if (!PLAIN.matcher(value).matches()) {
            failed = true;
            return value;
        }
        Fraction milligramsPerGram = scientific(value).times(milligramsPerGram(from));
        return rounded(milligramsPerGram.times(milligramsPerGram(to).inverse()));
    }

    private Fraction milligramsPerGram(String unit) {
        return switch (unit) {
            case "%" -> scientific("10");
            case "mg/g" -> scientific("1");
            default -> requireNonNull(grams).inverse();
        };
    }

    /** At most four places, half away from zero. */
    private static String rounded(Fraction value) {
        BigInteger tenThousandthsTwice =
                value.numerator().abs().multiply(BigInteger.valueOf(20_000)).divide(value.denominator());
        BigInteger tenThousandths = tenThousandthsTwice.add(BigInteger.ONE).shiftRight(1);
        String digits = "0".repeat(5).concat(tenThousandths.toString());
        String whole = digits.substring(0, digits.length() - 4).replaceFirst("^0+(?=.)", "");
        String places = digits.substring(digits.length() - 4).replaceFirst("0+$", "");
        String sign = value.numerator().signum() < 0 && tenThousandths.signum() != 0 ? "-" : "";
        return sign + whole + (places.isEmpty() ? "" : "." + places);
    }

    /** Reads digits with an optional sign, point and exponent. */
    private static Fraction scientific(String text) {
        String[] parts = text.split("E", 2);
        int point = parts[0].indexOf('.');
        int places = point < 0 ? 0 : parts[0].length() - point - 1;
        int exponent = (parts.length == 2 ? Integer.parseInt(parts[1]) : 0) - places;
        BigInteger digits = new BigInteger(parts[0].replace(".", ""));
        BigInteger power = BigInteger.TEN.pow(Math.abs(exponent));
        return exponent < 0 ? new Fraction(digits, power) : new Fraction(digits.multiply(power), BigInteger.ONE);
    }

    private static String bare(String unit) {
        return unit.replace(" ", "").toLowerCase(Locale.ROOT);
    }

    private record Fraction(BigInteger numerator, BigInteger denominator) {

        Fraction times(Fraction other) {
            return new Fraction(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
        }

        Fraction inverse() {
            return new Fraction(denominator, numerator);
        }
    }
}
