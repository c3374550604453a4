package dev.partnercatalog.resolution;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A unit of cannabinoids and terpenes (D7). */
enum PotencyUnit {
    PERCENT("%", 1),
    MILLIGRAMS_PER_GRAM("mg/g", 2),
    /** In the whole variant, so converting it requires the variant's weight. */
    MILLIGRAMS("mg", 3);

    /** The number of choices: leave the unit as it is, or convert it to one of the units. */
    static final int CHOICES = 1 + values().length;

    private final String symbol;
    private final int number;

    PotencyUnit(String symbol, int number) {
        this.symbol = symbol;
        this.number = number;
    }

    /** The unit with this name, regardless of case and spaces; null if there is none. */
    static @Nullable PotencyUnit of(String name) {
        String wanted = normalized(name);
        for (PotencyUnit unit : values()) {
            if (unit.symbol.equals(wanted)) {
                return unit;
            }
        }
        return null;
    }

    /** The name of a unit, to be compared regardless of case and of spaces of any kind. */
    static String normalized(String name) {
        var letters = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!Character.isWhitespace(c) && !Character.isSpaceChar(c)) {
                letters.append(c);
            }
        }
        return letters.toString().toLowerCase(Locale.ROOT);
    }

    String symbol() {
        return symbol;
    }

    /** The number by which images refer to the unit; from 1. */
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
