package dev.partnercatalog.operations.recorded;

import java.util.Collections;
import java.util.SortedMap;

/**
 * Some of the listings.
 *
 * @param barcodes by the listings' keys
 * @param areAll whether all that were wanted are there, and not only as many as may be
 */
public record RecordedListings(SortedMap<String, String> barcodes, boolean areAll) {

    public RecordedListings {
        barcodes = Collections.unmodifiableSortedMap(barcodes); // Not copied: there may be millions.
    }
}
