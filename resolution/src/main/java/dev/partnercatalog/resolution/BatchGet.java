package dev.partnercatalog.resolution;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a batch-get answers: which variants in which order, and which identifiers failed (D13, D15).
 *
 * @param variants one of each barcode: the barcodes' in the order asked, then the SKUs' in the order asked
 * @param failedBarcodes the requested barcodes that don't resolve, in the order asked
 * @param failedSkus the requested SKUs without a listing or whose barcode doesn't resolve, in the order asked
 * @param mappedSkuBarcodes the barcode of each requested SKU that has a listing, sorted by SKU
 */
public record BatchGet<V>(
        List<V> variants,
        List<String> failedBarcodes,
        List<String> failedSkus,
        SortedMap<String, String> mappedSkuBarcodes) {

    public BatchGet {
        variants = List.copyOf(variants);
        failedBarcodes = List.copyOf(failedBarcodes);
        failedSkus = List.copyOf(failedSkus);
        mappedSkuBarcodes = Collections.unmodifiableSortedMap(new TreeMap<>(mappedSkuBarcodes));
    }

    /**
     * Answers a request. A look-up is called at most once, with every identifier it must find, each of them once; what
     * it leaves out of its answer, such as an identifier out of form, doesn't resolve.
     *
     * @param barcodes as requested, in order, duplicates included
     * @param skus as requested, in order, duplicates included
     * @param listings finds what the scope's listings say of SKUs
     * @param resolved finds the variants, by barcode, that resolve at the scope and may be sold in the state asked for
     */
    public static <V> BatchGet<V> answer(
            Collection<String> barcodes,
            Collection<String> skus,
            Function<Set<String>, Listings> listings,
            Function<Set<String>, Map<String, V>> resolved) {
        var wantedBarcodes = new LinkedHashSet<>(barcodes);
        var wantedSkus = new LinkedHashSet<>(skus);
        Map<String, String> mapped = find(wantedSkus, keys -> listings.apply(keys)::barcode);
        var barcodesToRead = new LinkedHashSet<>(wantedBarcodes);
        barcodesToRead.addAll(mapped.values());
        Map<String, V> found = find(barcodesToRead, keys -> resolved.apply(keys)::get);
        return new BatchGet<>(
                List.copyOf(found.values()),
                failed(wantedBarcodes, found::containsKey),
                failed(wantedSkus, sku -> mapped.containsKey(sku) && found.containsKey(mapped.get(sku))),
                new TreeMap<>(mapped));
    }

    /** What the look-up finds of the wanted keys, in their order. */
    private static <V> Map<String, V> find(Set<String> wanted, Function<Set<String>, Finder<V>> lookUp) {
        if (wanted.isEmpty()) {
            return Map.of();
        }
        Finder<V> finder = lookUp.apply(Collections.unmodifiableSet(wanted));
        var found = new LinkedHashMap<String, V>();
        for (String key : wanted) {
            V value = finder.find(key);
            if (value != null) {
                found.put(key, value);
            }
        }
        return found;
    }

    @FunctionalInterface
    private interface Finder<V> {
        @Nullable
        V find(String key);
    }

    private static List<String> failed(Set<String> wanted, Predicate<String> succeeded) {
        return wanted.stream().filter(succeeded.negate()).toList();
    }
}
