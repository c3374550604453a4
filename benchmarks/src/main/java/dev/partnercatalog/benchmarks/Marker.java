package dev.partnercatalog.benchmarks;

import java.util.function.IntConsumer;

/** A text in a layer that says which layer it is and when it was last changed; it can be found in whatever contains it. */
enum Marker {
    BPD("bpd"),
    OVERRIDE("ovr"),
    COMPANY_ATTRIBUTES("cat"),
    LOCATION_ATTRIBUTES("lat");

    /** Occurs in no other text of the generated catalog. */
    private static final char SIGN = '#';

    private static final int DIGITS = 7;

    private final String shortName;

    Marker(String shortName) {
        this.shortName = shortName;
    }

    /** The marker of a change, whose number is less than ten million. */
    String text(int change) {
        String digits = Integer.toString(change);
        return shortName + SIGN + "0".repeat(DIGITS - digits.length()) + digits;
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
