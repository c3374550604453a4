package dev.partnercatalog.resolution;

import java.util.Locale;

/** Names of units are compared without regard to case or spaces (D7). */
final class UnitName {

    private UnitName() {}

    static String normalized(String name) {
        var letters = new StringBuilder(name.length());
        name.chars()
                .filter(c -> !Character.isWhitespace(c) && !Character.isSpaceChar(c))
                .forEach(c -> letters.append((char) c));
        return letters.toString().toLowerCase(Locale.ROOT);
    }

    static boolean same(String one, String other) {
        return normalized(one).equals(normalized(other));
    }
}
