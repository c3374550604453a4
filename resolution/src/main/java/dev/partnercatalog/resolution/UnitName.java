package dev.partnercatalog.resolution;

import java.util.Locale;

/** Names of units are compared without regard to case or spaces, of whatever kind these are (D7). */
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
