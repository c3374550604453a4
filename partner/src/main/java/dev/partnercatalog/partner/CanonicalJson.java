package dev.partnercatalog.partner;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.StringJoiner;
import java.util.TreeSet;

/** JSON in the canonical form of RFC 8785: texts with the same meaning have the same bytes. Thread-safe. */
public final class CanonicalJson {

    private static final double PLAIN_FROM = 1e-6;
    private static final double PLAIN_BELOW = 1e21;

    private CanonicalJson() {}

    /**
     * The canonical form of a JSON text.
     *
     * @throws IllegalArgumentException if the text is not JSON, has a duplicate member, or a number too large for a double
     */
    public static String of(String json) {
        return of(Json.read(json.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * The canonical form of parsed JSON. Numbers are doubles, as in the RFC.
     *
     * @throws IllegalArgumentException if it has a number too large for a double
     */
    public static String of(JsonNode value) {
        if (value.isNumber()) {
            return number(value.doubleValue());
        }
        if (value.isArray()) {
            StringJoiner elements = new StringJoiner(",", "[", "]");
            value.forEach(element -> elements.add(of(element)));
            return elements.toString();
        }
        if (value.isObject()) {
            // Java compares strings by their UTF-16 code units, which is the RFC's order.
            TreeSet<String> names = new TreeSet<>();
            value.fieldNames().forEachRemaining(names::add);
            StringJoiner members = new StringJoiner(",", "{", "}");
            names.forEach(name -> members.add(Json.write(name) + ":" + of(value.path(name))));
            return members.toString();
        }
        return Json.write(value);
    }

    /** The fewest digits that parse to the same number, in ECMAScript's notation. */
    private static String number(double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a number is too large for a double");
        }
        BigDecimal shortest = BigDecimal.ZERO;
        // With 17 digits, every double parses to the same number.
        for (int step = 2; shortest.doubleValue() != value; step++) {
            RoundingMode mode = step % 2 == 0 ? RoundingMode.HALF_EVEN : RoundingMode.UP;
            shortest = new BigDecimal(value).round(new MathContext(step / 2, mode));
        }
        BigDecimal decimal = shortest.stripTrailingZeros();
        if (value == 0 || (Math.abs(value) >= PLAIN_FROM && Math.abs(value) < PLAIN_BELOW)) {
            return decimal.toPlainString();
        }
        int exponent = decimal.precision() - decimal.scale() - 1;
        return decimal.scaleByPowerOfTen(-exponent).toPlainString() + (exponent < 0 ? "e" : "e+") + exponent;
    }
}
