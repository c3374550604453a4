package dev.partnercatalog.operations.recorded;

import java.util.Collections;
import java.util.SortedMap;

/**
 * Some of the listings.
 *
 * @param barcodes barcodes by listing key
 * @param areAll whether these are all the wanted listings, and none was left out because of the limit
 */
public record RecordedListings(SortedMap<String, String> barcodes, boolean areAll) {

    public RecordedListings {
        barcodes = Collections.unmodifiableSortedMap(barcodes); // Not copied: there may be millions.
    }
}
