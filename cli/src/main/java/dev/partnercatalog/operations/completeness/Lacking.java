package dev.partnercatalog.operations.completeness;

import dev.partnercatalog.resolution.Lack;
import java.util.List;
import java.util.Locale;

/** What is counted about listed variants. */
public enum Lacking {
    /** The catalog has no entry: BPD lacks the barcode. */
    ENTRY(1),
    IMAGE(2),
    UNIT(4),
    POTENCY(8),
    POTENCY_UNIT(16),
    /** Values can't be converted to a configured unit; only for a variant as a partner reads it. */
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

    /** The problem in words. */
    String words() {
        return switch (this) {
            case ENTRY -> "not in BPD";
            case IMAGE -> "no image";
            case UNIT -> "no unit";
            case POTENCY -> "no potency";
            case POTENCY_UNIT -> "no potency unit";
            case CONVERSION -> "unit not converted";
        };
    }

    /** The name in JSON and in the metric. */
    public String jsonName() {
        return name().toLowerCase(Locale.ROOT);
    }

    int bit() {
        return bit;
    }
}
