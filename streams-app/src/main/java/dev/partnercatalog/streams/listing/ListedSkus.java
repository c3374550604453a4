package dev.partnercatalog.streams.listing;

import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.ListingKey;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Each SKU's barcode, and how many of a company's SKUs have a given barcode: only the first and the last of these
 * affect variants. Not thread-safe.
 */
public final class ListedSkus {

    private final UnaryOperator<@Nullable String> reader;
    private final BiConsumer<String, @Nullable String> writer;

    /**
     * @param reader returns barcodes by {@code companyId/locationId/sku}, and the number of a company's SKUs with a
     *     barcode, in decimal, by {@code companyId/barcode}; null for none
     * @param writer writes the same rows; null deletes a row
     */
    public ListedSkus(UnaryOperator<@Nullable String> reader, BiConsumer<String, @Nullable String> writer) {
        this.reader = reader;
        this.writer = writer;
    }

    /**
     * Lists an SKU.
     *
     * @param barcode null removes the listing
     * @return the resulting move
     */
    public ListingMove list(ListingKey key, @Nullable String barcode) {
        String before = reader.apply(key.encode());
        if (Objects.equals(before, barcode)) {
            return barcode == null ? ListingMove.none(key) : new ListingMove(key, null, barcode, false, false);
        }
        boolean last = before != null && count(key, before, -1) == 0;
        boolean first = barcode != null && count(key, barcode, 1) == 1;
        writer.accept(key.encode(), barcode);
        return new ListingMove(key, last ? before : null, barcode, true, first);
    }

    /** The key of the number of a company's SKUs with a barcode. */
    private static String countKey(long companyId, String barcode) {
        return new CompanyVariantKey(companyId, barcode).encode();
    }

    /** Whether a row is an SKU's. */
    static boolean isSku(String key) {
        return key.indexOf('/') != key.lastIndexOf('/');
    }

    private long count(ListingKey listing, String barcode, int change) {
        String key = countKey(listing.companyId(), barcode);
        String before = reader.apply(key);
        long after = (before == null ? 0 : Long.parseLong(before)) + change;
        writer.accept(key, after == 0 ? null : Long.toString(after));
        return after;
    }
}
