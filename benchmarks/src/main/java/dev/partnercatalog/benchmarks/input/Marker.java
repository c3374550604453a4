package dev.partnercatalog.benchmarks.input;

/**
 * A text in a layer that says which layer it is and when it was last changed; it can be found in anything that contains
 * it.
 */
public enum Marker {
    BPD("bpd"),
    OVERRIDE("ovr"),
    COMPANY_ATTRIBUTES("cat"),
    LOCATION_ATTRIBUTES("lat");

    /** Occurs in no other text of the generated catalog. */
    static final char SIGN = '#';

    static final int DIGITS = 6;

    private final String shortName;

    Marker(String shortName) {
        this.shortName = shortName;
    }

    String shortName() {
        return shortName;
    }

    /** The marker of a change, whose number is less than a million. */
    public String text(int change) {
        String digits = Integer.toString(change);
        return shortName + SIGN + "0".repeat(DIGITS - digits.length()) + digits;
    }
}
