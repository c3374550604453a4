package dev.partnercatalog.resolution;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The weight of a variant (D7). */
final class Weight {

    private static final Map<String, BigDecimal> GRAMS = Map.of(
            "g", BigDecimal.ONE,
            "mg", new BigDecimal("0.001"),
            "kg", new BigDecimal("1000"),
            "oz", new BigDecimal("28.349523125"),
            "lb", new BigDecimal("453.59237"));

    private Weight() {}

    /** The whole variant's weight in grams, above 0; null if its size doesn't determine it. */
    static @Nullable BigDecimal grams(double unitSize, String unitOfMeasure, int packagedQuantity) {
        BigDecimal gramsPerUnit = GRAMS.get(UnitName.normalized(unitOfMeasure));
        if (gramsPerUnit == null || !Double.isFinite(unitSize)) {
            return null;
        }
        // valueOf uses the shortest decimal that parses to the double: 0.1 is one tenth, as it was published.
        BigDecimal grams =
                BigDecimal.valueOf(unitSize).multiply(gramsPerUnit).multiply(BigDecimal.valueOf(packagedQuantity));
        return grams.signum() > 0 ? grams : null;
    }
}
