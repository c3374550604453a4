package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.VariantImage;
import java.util.List;
import java.util.Set;

/**
 * A page of what changed at a scope: the current state, each variant once.
 *
 * @param barcodes of all the page's changes
 * @param variants that are listed and resolve
 * @param removed barcodes that are no longer listed, or don't resolve
 * @param next where the next page begins
 * @param more whether there may be something on the next page
 * @param waits whether the page ends before a change of a product that has yet to arrive here; then there is more
 */
public record Changed(
        Set<String> barcodes,
        List<VariantImage> variants,
        List<String> removed,
        CatalogPosition next,
        boolean more,
        boolean waits) {

    public Changed {
        barcodes = Set.copyOf(barcodes);
        variants = List.copyOf(variants);
        removed = List.copyOf(removed);
    }

    /** The same page, if it ends where a product has yet to arrive. */
    Changed waiting() {
        return new Changed(barcodes, variants, removed, next, true, true);
    }

    public boolean isEmpty() {
        return variants.isEmpty() && removed.isEmpty();
    }
}
