package dev.partnercatalog.webhook.catalog;

/**
 * How far the two sources of a task were read.
 *
 * @param entries the offset of the last record of {@code company-variants}
 * @param listings the same of {@code sku-barcodes}
 */
public record FeedPosition(long entries, long listings) {

    /** Before the first record. */
    public static final FeedPosition NOTHING = new FeedPosition(CatalogStore.NOTHING, CatalogStore.NOTHING);

    /** The earlier one, in each source. */
    public FeedPosition earlier(FeedPosition other) {
        return new FeedPosition(Math.min(entries, other.entries), Math.min(listings, other.listings));
    }

    /** Whether it is no earlier in either source. */
    public boolean reaches(FeedPosition other) {
        return entries >= other.entries && listings >= other.listings;
    }
}
