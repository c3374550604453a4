package dev.partnercatalog.query.table;

/**
 * How far the two tables are that say what a company lists and what it says of variants, in the partitions of the company.
 * It means the same at every instance.
 *
 * @param entries the sequence of the next change of an entry, which is no lower for a later one
 * @param listings the sequence of the next change of a listing, likewise
 */
public record CatalogPosition(long entries, long listings) {

    /** Whether nothing that happened before the other position is left out before this one. */
    public boolean reaches(CatalogPosition other) {
        return entries >= other.entries && listings >= other.listings;
    }
}
