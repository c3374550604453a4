package dev.partnercatalog.resolution;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * State codes: as records show them (D35), and as requests ask for them, compared like {@link String#equalsIgnoreCase}
 * and reduced to those that a request can contain (D14).
 */
final class StateCodes {

    private StateCodes() {}

    /** The values with the state codes as records show them: upper case, in BPD's order; absent if there are none. */
    static FieldValues in(FieldValues values, List<String> stateCodes) {
        return stateCodes.isEmpty()
                ? values
                : values.toBuilder()
                        .set(
                                VariantField.STATE_CODES,
                                stateCodes.stream()
                                        .map(code -> code.toUpperCase(Locale.ROOT))
                                        .toList())
                        .build();
    }

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
