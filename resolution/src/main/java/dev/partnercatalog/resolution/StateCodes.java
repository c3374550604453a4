package dev.partnercatalog.resolution;

import java.util.ArrayList;
import java.util.List;

/** State codes, compared like {@link String#equalsIgnoreCase} and reduced to those that a request can contain (D14). */
final class StateCodes {

    private StateCodes() {}

    /** The state codes that two ASCII letters can be equal to, folded. */
    static List<byte[]> askable(List<String> stateCodes) {
        var askable = new ArrayList<byte[]>();
        for (String code : stateCodes) {
            if (code.length() == 2) {
                char first = folded(code.charAt(0));
                char second = folded(code.charAt(1));
                if (isLetter(first) && isLetter(second)) {
                    askable.add(new byte[] {(byte) first, (byte) second});
                }
            }
        }
        return askable;
    }

    static char folded(char letter) {
        return Character.toLowerCase(Character.toUpperCase(letter));
    }

    private static boolean isLetter(char letter) {
        return letter >= 'a' && letter <= 'z';
    }
}
