package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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

    /**
     * A page of what a scope lists, in order of barcode.
     *
     * @param next the barcode after which the next page begins; null on the last page
     */
    record Listed(List<Variant> variants, @Nullable String next) {

        /** The maximum number of SKUs returned for one variant. */
        public static final int MOST_SKUS = 10_000;

        public Listed {
            variants = List.copyOf(variants);
        }

        /** The images of the variants. */
        public List<VariantImage> images() {
            return variants.stream().map(Variant::image).toList();
        }

        /**
         * A listed variant that resolves, and whose record can be read.
         *
         * @param skus under which the scope itself lists it, in order of their bytes; empty if they weren't requested
         */
        public record Variant(String barcode, VariantImage image, List<String> skus) {

            public Variant {
                skus = List.copyOf(skus);
            }
        }
    }

    /**
     * A page of what changed at a scope: the current state, each variant once.
     *
     * @param variants that are listed and resolve
     * @param removed barcodes that are no longer listed, or don't resolve
     * @param next where the next page begins
     * @param more whether there may be something on the next page
     * @param waits whether the page ends before a change of a product that has yet to arrive here; then there is more
     */
    record Changed(
            List<VariantImage> variants, List<String> removed, CatalogPosition next, boolean more, boolean waits) {

        public Changed {
            variants = List.copyOf(variants);
            removed = List.copyOf(removed);
        }

        /** The same page, if it ends where a product has yet to arrive. */
        Changed waiting() {
            return new Changed(variants, removed, next, true, true);
        }

        public boolean isEmpty() {
            return variants.isEmpty() && removed.isEmpty();
        }
    }

    /**
     * How far the tables of a company's entries and listings have progressed, in the company's partitions. It means the
     * same on every instance.
     *
     * @param entries the sequence of the next change of an entry, which is no lower for a later one
     * @param listings the sequence of the next change of a listing, likewise
     */
    record CatalogPosition(long entries, long listings) {

        /** Whether everything that happened before the other position also happened before this one. */
        public boolean reaches(CatalogPosition other) {
            return entries >= other.entries && listings >= other.listings;
        }
    }

    /** What is asked for needs more memory than it may have. */
    final class TooLargeException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public TooLargeException(long mostBytes) {
            super("the entries have more than " + mostBytes + " bytes");
        }
    }
}
