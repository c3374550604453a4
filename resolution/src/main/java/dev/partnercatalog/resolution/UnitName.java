package dev.partnercatalog.resolution;

import java.util.Locale;

/** Names of units are compared without regard to case or spaces, of whatever kind these are (D7). */
final class UnitName {

    private UnitName() {}

    static String normalized(String name) {
        var letters = new StringBuilder(name.length());
        name.chars()
                .filter(c -> !Character.isWhitespace(c) && !Character.isSpaceChar(c))
                .forEach(c -> letters.append((char) c));
        return letters.toString().toLowerCase(Locale.ROOT);
    }
}
