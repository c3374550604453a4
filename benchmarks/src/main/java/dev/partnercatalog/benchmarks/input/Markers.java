package dev.partnercatalog.benchmarks.input;

import java.util.EnumMap;
import java.util.Map;

/** Which change of each layer an entry shows; {@link #NONE} if it has no such layer. */
public record Markers(int bpd, int override, int companyAttributes, int locationAttributes) {

    public static final int NONE = -1;

    /** Receives a marker that was found. */
    @FunctionalInterface
    public interface Finding {
        void found(Marker marker, int change);
    }

    /** Finds the markers in a record's bytes. */
    public static Markers in(byte[] record) {
        Map<Marker, Integer> changes = new EnumMap<>(Marker.class);
        forEach(record, changes::put);
        return new Markers(
                changes.getOrDefault(Marker.BPD, NONE),
                changes.getOrDefault(Marker.OVERRIDE, NONE),
                changes.getOrDefault(Marker.COMPANY_ATTRIBUTES, NONE),
                changes.getOrDefault(Marker.LOCATION_ATTRIBUTES, NONE));
    }

    /** Finds every marker in bytes, one after the other. */
    public static void forEach(byte[] bytes, Finding finding) {
        for (int i = 3; i < bytes.length - Marker.DIGITS; i++) {
            if (bytes[i] == Marker.SIGN) {
                for (Marker marker : Marker.values()) {
                    if (isNamed(bytes, i, marker.shortName())) {
                        finding.found(marker, number(bytes, i + 1));
                    }
                }
            }
        }
    }

    private static boolean isNamed(byte[] record, int sign, String name) {
        return record[sign - 3] == name.charAt(0)
                && record[sign - 2] == name.charAt(1)
                && record[sign - 1] == name.charAt(2);
    }

    private static int number(byte[] record, int from) {
        int number = 0;
        for (int i = from; i < from + Marker.DIGITS; i++) {
            number = 10 * number + record[i] - '0';
        }
        return number;
    }
}
