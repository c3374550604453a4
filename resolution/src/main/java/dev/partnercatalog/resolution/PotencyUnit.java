package dev.partnercatalog.resolution;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A unit of cannabinoids and terpenes (D7). */
enum PotencyUnit {
    PERCENT("%", 1),
    MILLIGRAMS_PER_GRAM("mg/g", 2),
    /** In the whole variant, so that its conversion needs the variant's weight. */
    MILLIGRAMS("mg", 3);

    /** The unit as it is, and each one that it may be converted to. */
    static final int CHOICES = 1 + values().length;

    private final String symbol;
    private final int number;

    PotencyUnit(String symbol, int number) {
        this.symbol = symbol;
        this.number = number;
    }

    /** The unit of that name, without regard to case or spaces; null if there is none. */
    static @Nullable PotencyUnit of(String name) {
        String wanted = UnitName.normalized(name);
        for (PotencyUnit unit : values()) {
            if (unit.symbol.equals(wanted)) {
                return unit;
            }
        }
        return null;
    }

    String symbol() {
        return symbol;
    }

    /** Under which images name it; from 1. */
    int number() {
        return number;
    }

    /** How many mg/g one of this unit is, as a fraction: the numerator. */
    BigDecimal numerator() {
        return this == PERCENT ? BigDecimal.TEN : BigDecimal.ONE;
    }

    /** How many mg/g one of this unit is, as a fraction: the denominator. */
    BigDecimal denominator(BigDecimal grams) {
        return this == MILLIGRAMS ? grams : BigDecimal.ONE;
    }
}
