package dev.partnercatalog.query.table;

/**
 * How far the tables of a company's entries and listings have progressed, in the company's partitions. It means the
 * same on every instance.
 *
 * @param entries the sequence of the next change of an entry, which is no lower for a later one
 * @param listings the sequence of the next change of a listing, likewise
 */
public record CatalogPosition(long entries, long listings) {

    /** Whether everything that happened before the other position also happened before this one. */
    public boolean reaches(CatalogPosition other) {
        return entries >= other.entries && listings >= other.listings;
    }
}
