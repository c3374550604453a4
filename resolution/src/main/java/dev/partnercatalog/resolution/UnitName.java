package dev.partnercatalog.resolution;

import java.util.Locale;

/** Compares the names of units regardless of case and of spaces of any kind (D7). */
final class UnitName {

    private UnitName() {}

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
}
