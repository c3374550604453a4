package dev.partnercatalog.resolution;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Parses the numbers of a {@link MeasuredRange}: an optional sign, ASCII digits, and optionally a point before, among or after
 * them. A text with an exponent, group separator, comparison sign, unit or space is not a plain decimal (D7).
 */
final class PlainDecimal {

    /** Far more than any measurement needs; limits the cost of malicious text. */
    private static final int MAX_LENGTH = 1_000;

    private PlainDecimal() {}

    /** The number, or null if the text is not a plain decimal. */
    static @Nullable BigDecimal parse(String text) {
        return text.length() <= MAX_LENGTH && isPlainDecimal(text) ? new BigDecimal(text) : null;
    }

    private static boolean isPlainDecimal(String text) {
        int start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        int digits = 0;
        int points = 0;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if (c == '.') {
                points++;
            } else {
                return false;
            }
        }
        return digits > 0 && points <= 1;
    }
}
