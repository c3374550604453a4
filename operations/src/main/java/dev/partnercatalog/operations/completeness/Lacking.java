package dev.partnercatalog.operations.completeness;

import dev.partnercatalog.resolution.Lack;
import java.util.List;
import java.util.Locale;

/** What is counted of listed variants. */
public enum Lacking {
    /** The catalog has no entry: BPD lacks the barcode. */
    ENTRY(1),
    IMAGE(2),
    UNIT(4),
    POTENCY(8),
    POTENCY_UNIT(16),
    /** A configured unit can't be converted to; only as a partner reads the variant. */
    CONVERSION(32);

    private static final List<Lacking> ALL = List.of(values());

    private final int bit;

    Lacking(int bit) {
        this.bit = bit;
    }

    static List<Lacking> all() {
        return ALL;
    }

    static Lacking of(Lack lack) {
        return switch (lack) {
            case IMAGE -> IMAGE;
            case UNIT -> UNIT;
            case POTENCY -> POTENCY;
            case POTENCY_UNIT -> POTENCY_UNIT;
        };
    }

    /** As JSON and the metric name it. */
    public String jsonName() {
        return name().toLowerCase(Locale.ROOT);
    }

    int bit() {
        return bit;
    }
}
