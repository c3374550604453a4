package dev.partnercatalog.operations.completeness;

import java.time.Duration;

/**
 * How much may be read and listed.
 *
 * @param listings most listings to read in one partition
 * @param time limit for the whole report
 * @param examples most barcodes for each lack of each company and partner
 * @param conversions most failed conversions that are listed individually
 */
public record CompletenessLimits(int listings, Duration time, int examples, int conversions) {

    /** For a page, which a person waits for, and several of which may be built at once. */
    public static final CompletenessLimits OF_PAGE = new CompletenessLimits(200_000, Duration.ofSeconds(60), 3, 50);
}
