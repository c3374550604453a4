package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * The catalog as this instance holds it, which is all of it.
 *
 * <p>A batch is answered whole or not at all: look-ups throw {@link dev.partnercatalog.http.HttpProblem} (status 503) if
 * a part of what they need can't be read now. Identifiers out of form are never found.
 */
public interface Catalog {

    /**
     * The entries that hold at a scope, by barcode; without those that don't resolve, or whose record can't be read. The
     * map is the caller's.
     */
    Map<String, VariantImage> find(Scope scope, Set<String> barcodes);

    /** What the listings of a scope say of SKUs; without those that aren't listed, or whose record can't be read. */
    Listings listings(Scope scope, Set<String> skus);

    /** For how long changes may have been missing here; zero while it keeps up. */
    Duration age();
}
