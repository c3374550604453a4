package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The catalog as this instance holds it: all of it.
 *
 * <p>A batch is answered completely or not at all: look-ups throw {@link dev.partnercatalog.runtime.http.HttpProblem} (status
 * 503) if a part of what they need can't be read now. Malformed identifiers are never found.
 */
public interface CatalogReader {

    /**
     * The entries that apply at a scope, by barcode; without those that don't resolve, or whose record can't be read.
     * The map belongs to the caller.
     *
     * @param mostBytes of memory for the entries, beside what is in memory anyway
     * @throws TooLargeException if they need more
     */
    Map<String, VariantImage> find(Scope scope, Set<String> barcodes, long mostBytes);

    /** The listings of SKUs at a scope; without those that aren't listed, or whose record can't be read. */
    Listings listings(Scope scope, Set<String> skus);

    /**
     * A page of what a scope lists, in order of barcode. Only what the company and the location have counts: everything
     * listed has an entry for the company, content or a reference, a moment after its listing. Pages are read one after
     * the other, so together they are not a view of a single moment. A page ends before a product that is referred to
     * and has yet to arrive; if it is the page's first one, it is waited for.
     *
     * @param after the barcode after which the page begins; the empty text for the first page
     * @param limit of the page's variants, from 1
     * @param withSkus whether to include the SKUs under which the scope lists each of them
     */
    Listed listed(Scope scope, String after, int limit, boolean withSkus);

    /** The same for those of the listed variants whose barcodes are wanted, without their SKUs. */
    Listed listed(Scope scope, String after, int limit, Predicate<String> wanted);

    /** The same for those of some barcodes that the scope lists; as many as may be held at once. */
    Listed listed(Scope scope, NavigableSet<String> barcodes);

    /** How far a company's listings and layers have arrived here. What is read later is no older. */
    CatalogPosition position(long companyId);

    /** From when on this instance knows every change: a week before its stores were made, unless the topics keep less. */
    Instant knownSince();

    /** Whether this instance has reached a position that some instance gave out. */
    boolean reaches(long companyId, CatalogPosition since);

    /**
     * A page of what changed at a scope since a position that is {@linkplain #reaches reached}, in no particular order.
     * It ends before a change of a product that has yet to arrive.
     *
     * @param limit of the page's variants and removals, from 1
     */
    Changed changed(Scope scope, CatalogPosition since, int limit);

    /** For how long changes may have been missing here; zero while this instance keeps up. */
    Duration age();
}
