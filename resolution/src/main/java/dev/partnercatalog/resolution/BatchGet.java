package dev.partnercatalog.resolution;

import java.util.ArrayList;
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

/**
 * What a batch-get answers (D13, D15): which variants in which order, and which identifiers failed.
 *
 * @param variants one of each barcode: the barcodes' in the order asked, then the SKUs' in the order asked
 * @param failedBarcodes the requested barcodes that don't resolve, in the order asked
 * @param failedSkus the requested SKUs without a listing or whose barcode doesn't resolve, in the order asked
 * @param mappedSkuBarcodes the barcode of each requested SKU that has a listing
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
     * Answers a request. Each look-up is called once at most, and only with identifiers to look up, each once; what it
     * doesn't find, an identifier out of form too, it leaves out of its answer.
     *
     * @param barcodes as requested, in order, duplicates included
     * @param skus as requested, in order, duplicates included
     * @param listings finds the barcodes by which the scope lists SKUs
     * @param resolved finds the variants that resolve for the request at the scope, by barcode
     */
    public static <V> BatchGet<V> answer(
            Collection<String> barcodes,
            Collection<String> skus,
            Function<Set<String>, Map<String, String>> listings,
            Function<Set<String>, Map<String, V>> resolved) {
        Set<String> wantedBarcodes = new LinkedHashSet<>(barcodes);
        Set<String> wantedSkus = new LinkedHashSet<>(skus);
        Map<String, String> mapped = lookUp(wantedSkus, listings);
        Set<String> barcodesToRead = new LinkedHashSet<>(wantedBarcodes);
        mapped.values().forEach(barcodesToRead::add);
        Map<String, V> found = lookUp(barcodesToRead, resolved);
        return new BatchGet<>(
                new ArrayList<>(found.values()),
                failed(wantedBarcodes, found::containsKey),
                failed(wantedSkus, sku -> mapped.containsKey(sku) && found.containsKey(mapped.get(sku))),
                new TreeMap<>(mapped));
    }

    /** What was found, in the order in which it was wanted, and nothing else. */
    private static <V> Map<String, V> lookUp(Set<String> wanted, Function<Set<String>, Map<String, V>> lookUp) {
        var found = new LinkedHashMap<String, V>();
        if (!wanted.isEmpty()) {
            Map<String, V> answer = lookUp.apply(Collections.unmodifiableSet(wanted));
            for (String key : wanted) {
                V value = answer.get(key);
                if (value != null) {
                    found.put(key, value);
                }
            }
        }
        return found;
    }

    private static List<String> failed(Set<String> wanted, Predicate<String> succeeded) {
        return wanted.stream().filter(succeeded.negate()).toList();
    }
}
