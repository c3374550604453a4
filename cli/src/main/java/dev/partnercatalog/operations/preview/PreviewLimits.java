package dev.partnercatalog.operations.preview;

import java.time.Duration;

/**
 * The limits of a preview's cost.
 *
 * @param events most events to read
 * @param eventBytes total size at which no further event is read
 * @param listings most listings to read
 * @param layerBytes memory use at which the layers of further barcodes are left out
 * @param comparisons most comparisons of a record before and after
 * @param time limit for reading the topics, and again for comparing
 * @param examples most examples to show
 */
public record PreviewLimits(
        int events, long eventBytes, int listings, long layerBytes, long comparisons, Duration time, int examples) {

    /** For a command, which has the machine to itself. */
    public static final PreviewLimits OF_COMMAND =
            new PreviewLimits(10_000, 64 << 20, 500_000, 256 << 20, 1_000_000, Duration.ofMinutes(2), 5);

    /** For a page, which a person waits for, and several of which may be built at once. */
    public static final PreviewLimits OF_PAGE =
            new PreviewLimits(1_000, 4 << 20, 200_000, 32 << 20, 200_000, Duration.ofSeconds(30), 10);

    /** The same, with these limits replaced. */
    public PreviewLimits with(int otherEvents, Duration otherTime, int otherExamples) {
        return new PreviewLimits(otherEvents, eventBytes, listings, layerBytes, comparisons, otherTime, otherExamples);
    }
}
