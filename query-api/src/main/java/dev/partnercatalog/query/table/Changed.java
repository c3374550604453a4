package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.VariantImage;
import java.util.List;

/**
 * A page of what changed at a scope: the current state, each variant once.
 *
 * @param variants that are listed and resolve
 * @param removed barcodes that are no longer listed, or don't resolve
 * @param next where the next page begins
 * @param more whether there may be something on the next page
 */
public record Changed(List<VariantImage> variants, List<String> removed, CatalogPosition next, boolean more) {

    public Changed {
        variants = List.copyOf(variants);
        removed = List.copyOf(removed);
    }

    public boolean isEmpty() {
        return variants.isEmpty() && removed.isEmpty();
    }
}
