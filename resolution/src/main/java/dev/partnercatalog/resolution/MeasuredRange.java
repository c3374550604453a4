package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

/**
 * A measured range. Each value is text as it was published: usually a decimal, empty if unknown, sometimes not a number
 * at all.
 */
public record MeasuredRange(String avg, String max, String min) {

    public static final MeasuredRange EMPTY = new MeasuredRange("", "", "");

    public MeasuredRange {
        requireNonNull(avg, "avg");
        requireNonNull(max, "max");
        requireNonNull(min, "min");
    }
}
