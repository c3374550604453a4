package dev.partnercatalog.benchmarks;

import java.util.Locale;
import java.util.function.IntConsumer;

/** A text in a layer that says which layer it is and when it was last changed; it can be found in whatever contains it. */
enum Marker {
    BPD,
    OVERRIDE,
    COMPANY_ATTRIBUTES,
    LOCATION_ATTRIBUTES;

    /** Occurs in no other text of the generated catalog. */
    private static final char SIGN = '#';

    private static final int DIGITS = 7;

    /** The marker of a change, whose number is less than ten million. */
    String text(int change) {
        return name().substring(0, 3) + SIGN + String.format(Locale.ROOT, "%0" + DIGITS + "d", change);
    }

    /** Finds the change of every marker in bytes, one after the other. */
    static void forEach(byte[] bytes, IntConsumer found) {
        for (int sign = 0; sign < bytes.length - DIGITS; sign++) {
            if (bytes[sign] == SIGN) {
                int number = 0;
                int digit = sign + 1;
                for (; digit <= sign + DIGITS && bytes[digit] >= '0' && bytes[digit] <= '9'; digit++) {
                    number = 10 * number + bytes[digit] - '0';
                }
                if (digit > sign + DIGITS) {
                    found.accept(number);
                }
            }
        }
    }
}
