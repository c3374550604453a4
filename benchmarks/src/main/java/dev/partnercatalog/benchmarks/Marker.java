package dev.partnercatalog.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;

/**
 * A text in a layer that says which layer it is and when it was last changed; it can be found in anything that contains
 * it.
 */
enum Marker {
    BPD("bpd"),
    OVERRIDE("ovr"),
    COMPANY_ATTRIBUTES("cat"),
    LOCATION_ATTRIBUTES("lat");

    /** The change of a layer that there isn't. */
    static final int NONE = -1;
    /** Occurs in no other text of the generated catalog. */
    private static final char SIGN = '#';

    private static final int DIGITS = 6;

    private final String shortName;

    Marker(String shortName) {
        this.shortName = shortName;
    }

    /** The marker of a change, whose number is less than a million. */
    String text(int change) {
        String digits = Integer.toString(change);
        return shortName + SIGN + "0".repeat(DIGITS - digits.length()) + digits;
    }

    /** Which change of each layer a record shows, in the order of layers. */
    static List<Integer> in(byte[] record) {
        List<Integer> changes = new ArrayList<>(List.of(NONE, NONE, NONE, NONE));
        forEach(record, (marker, change) -> changes.set(List.of(values()).indexOf(marker), change));
        return changes;
    }

    /** Finds every marker in bytes, one after the other. */
    static void forEach(byte[] bytes, ObjIntConsumer<Marker> found) {
        for (int sign = 3; sign < bytes.length - DIGITS; sign++) {
            if (bytes[sign] == SIGN) {
                for (Marker marker : values()) {
                    if (bytes[sign - 3] == marker.shortName.charAt(0)
                            && bytes[sign - 2] == marker.shortName.charAt(1)
                            && bytes[sign - 1] == marker.shortName.charAt(2)) {
                        int number = 0;
                        for (int i = sign + 1; i <= sign + DIGITS; i++) {
                            number = 10 * number + bytes[i] - '0';
                        }
                        found.accept(marker, number);
                    }
                }
            }
        }
    }
}
