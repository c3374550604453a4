package dev.partnercatalog.operations.preview;

import java.time.Duration;

/**
 * How much a preview may cost.
 *
 * @param events that are taken
 * @param eventBytes at which no further event is taken
 * @param listings that are looked at
 * @param layerBytes at which the layers of no further barcode are kept in memory
 * @param comparisons of a record before and after
 * @param time for reading the topics, and once more for comparing
 * @param examples that are shown
 */
public record Limits(
        int events, long eventBytes, int listings, long layerBytes, long comparisons, Duration time, int examples) {

    /** For a command that has the machine for itself. */
    public static final Limits OF_COMMAND =
            new Limits(10_000, 64 << 20, 500_000, 256 << 20, 1_000_000, Duration.ofMinutes(2), 5);

    /** For a page, for which a person waits and of which several may be made at once. */
    public static final Limits OF_PAGE =
            new Limits(1_000, 4 << 20, 200_000, 32 << 20, 200_000, Duration.ofSeconds(30), 10);

    /** The same with others of these. */
    public Limits with(int otherEvents, Duration otherTime, int otherExamples) {
        return new Limits(otherEvents, eventBytes, listings, layerBytes, comparisons, otherTime, otherExamples);
    }
}
