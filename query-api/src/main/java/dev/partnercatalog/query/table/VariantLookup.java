package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import java.util.Map;
import java.util.Set;

/**
 * Looks variants and SKUs up, a batch at a time, wherever the partitions that hold them are.
 *
 * <p>A batch is answered whole or not at all: its methods throw {@link CatalogUnavailableException} where a single
 * partition can't be read. Identifiers out of form are never found.
 */
public interface VariantLookup {

    /** The entries that hold at a scope, by barcode; without those that don't resolve. */
    Reading<Map<String, VariantImage>> variants(Scope scope, Set<String> barcodes);

    /** What the listings of a scope say of SKUs; without those that aren't listed. */
    Reading<Listings> listings(Scope scope, Set<String> skus);
}
