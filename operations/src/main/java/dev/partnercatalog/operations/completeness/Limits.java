package dev.partnercatalog.operations.completeness;

import java.time.Duration;

/**
 * How much may be read and named.
 *
 * @param listings of one partition that are looked at
 * @param time for all
 * @param examples barcodes for each lack of each company and partner
 * @param conversions that are named one by one
 */
public record Limits(int listings, Duration time, int examples, int conversions) {

    /** For a page, for which a person waits and of which several may be made at once. */
    public static final Limits OF_PAGE = new Limits(200_000, Duration.ofSeconds(60), 3, 50);
}
