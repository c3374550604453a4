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

    /**
     * A page of what a scope lists, in order of barcode. Only what the company and the location have of a variant counts:
     * all that is listed has an entry of the company's, a moment after its listing. Pages are read one after the other, so
     * together they are no view of one moment.
     *
     * @param after the barcode after which the page begins; the empty text for the first page
     * @param limit of the page's variants, from 1
     * @param withSkus whether to tell with which SKUs the scope lists each of them
     */
    Listed listed(Scope scope, String after, int limit, boolean withSkus);

    /** How far what a company lists and what it says of variants has come here. What is read later is no older. */
    CatalogPosition position(long companyId);

    /** Whether it can be told here what changed at a company since a position that some instance told. */
    Reach reach(long companyId, CatalogPosition since);

    /**
     * A page of what changed at a scope since a position, in no order that means anything. It counts if the position is
     * {@linkplain #reach known} before and after.
     *
     * @param limit of the page's variants and removals, from 1
     */
    Changed changed(Scope scope, CatalogPosition since, int limit);

    /** For how long changes may have been missing here; zero while it keeps up. */
    Duration age();
}
