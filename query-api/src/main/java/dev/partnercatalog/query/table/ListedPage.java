package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.store.RowRange;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collects a page of what a scope lists from the rows of a store, and skips rows that it doesn't need. */
final class ListedPage {

    /** The number of unneeded rows of one barcode after which seeking the next barcode is worthwhile. */
    private static final int WORTH_SEEKING = 50;

    /** The number of SKUs in a page after which it ends with the current barcode. */
    private static final int ENOUGH_SKUS = Listed.MOST_SKUS;

    private final int limit;
    private final boolean withSkus;
    private final Predicate<String> wanted;
    private final Map<String, List<String>> skus = new LinkedHashMap<>();
    private @Nullable String last;
    private int skusRead;
    private boolean more;

    /** @param wanted chooses among the listed barcodes */
    ListedPage(int limit, boolean withSkus, Predicate<String> wanted) {
        this.limit = limit;
        this.withSkus = withSkus;
        this.wanted = wanted;
    }

    /**
     * Reads rows until the page is full or there are no more.
     *
     * @return null when it is done, or a barcode after which to continue with other rows
     */
    @Nullable
    String read(RowRange rows) {
        List<String> current = new ArrayList<>();
        int needless = 0;
        for (; rows.hasNext(); rows.advance()) {
            byte[] key = rows.key();
            String barcode = RowKey.listedBarcode(key);
            if (!barcode.equals(last)) {
                if (skus.size() == limit || skusRead >= ENOUGH_SKUS) {
                    more = true;
                    return null;
                }
                last = barcode;
                needless = 0;
                current = new ArrayList<>();
                if (wanted.test(barcode)) {
                    skus.put(barcode, current);
                }
            }
            if (withSkus && current.size() < Listed.MOST_SKUS) {
                current.add(RowKey.listedSku(key));
                skusRead++;
            } else if (++needless > WORTH_SEEKING) {
                return barcode;
            }
        }
        return null;
    }

    /** Adds the next barcode, known to be listed, without its SKUs. */
    void add(String barcode) {
        skus.put(barcode, List.of());
    }

    Set<String> barcodes() {
        return skus.keySet();
    }

    /**
     * The page, or its first part.
     *
     * @param images of these barcodes, as far as they exist
     * @param count how many of the barcodes it includes
     */
    Listed with(Map<String, VariantImage> images, int count) {
        List<Listed.Variant> variants = new ArrayList<>(count);
        Iterator<Map.Entry<String, List<String>>> listed = skus.entrySet().iterator();
        String end = null;
        while (variants.size() < count) {
            Map.Entry<String, List<String>> next = listed.next();
            end = next.getKey();
            variants.add(new Listed.Variant(end, images.get(end), next.getValue()));
        }
        return new Listed(variants, more || listed.hasNext() ? end : null);
    }
}
