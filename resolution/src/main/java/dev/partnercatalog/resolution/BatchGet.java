package dev.partnercatalog.resolution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The result of a batch-get: which variants in which order, and which identifiers failed (D13, D15).
 *
 * @param variants one for each barcode: first the requested barcodes', then the requested SKUs', each in the requested
 *     order
 * @param failedBarcodes the requested barcodes that don't resolve, in the requested order
 * @param failedSkus the requested SKUs that have no listing or whose barcode doesn't resolve, in the requested order
 * @param mappedSkuBarcodes the barcode of each requested SKU that has a listing, in the requested order
 */
public record BatchGet<V>(
        List<V> variants, List<String> failedBarcodes, List<String> failedSkus, Map<String, String> mappedSkuBarcodes) {

    public BatchGet {
        variants = List.copyOf(variants);
        failedBarcodes = List.copyOf(failedBarcodes);
        failedSkus = List.copyOf(failedSkus);
        mappedSkuBarcodes = Collections.unmodifiableMap(mappedSkuBarcodes);
    }

    /**
     * Answers a request. Each look-up is called at most once, with every identifier it must find, each of them once.
     * Identifiers that it leaves out of its result, such as malformed ones, don't resolve.
     *
     * @param barcodes in the requested order
     * @param skus in the requested order
     * @param listings finds the scope's listings of SKUs
     * @param resolved finds the variants, by barcode, that resolve at the scope and may be sold in the requested state
     */
    public static <V> BatchGet<V> answer(
            Set<String> barcodes,
            Set<String> skus,
            Function<Set<String>, Listings> listings,
            Function<Set<String>, Map<String, V>> resolved) {
        Map<String, String> mapped = skus.isEmpty() ? Map.of() : mapped(skus, listings);
        Set<String> barcodesToRead = withMapped(barcodes, mapped);
        Map<String, V> found =
                barcodesToRead.isEmpty() ? Map.of() : resolved.apply(Collections.unmodifiableSet(barcodesToRead));
        var variants = new ArrayList<V>(barcodesToRead.size());
        for (String barcode : barcodesToRead) {
            V variant = found.get(barcode);
            if (variant != null) {
                variants.add(variant);
            }
        }
        boolean allFound = variants.size() == barcodesToRead.size();
        return new BatchGet<>(
                variants,
                allFound ? List.of() : failed(barcodes, found::containsKey),
                allFound && mapped.size() == skus.size()
                        ? List.of()
                        : failed(skus, sku -> mapped.containsKey(sku) && found.containsKey(mapped.get(sku))),
                mapped);
    }

    /** In the SKUs' order. */
    private static Map<String, String> mapped(Set<String> skus, Function<Set<String>, Listings> listings) {
        Listings found = listings.apply(Collections.unmodifiableSet(skus));
        var mapped = new LinkedHashMap<String, String>();
        for (String sku : skus) {
            String barcode = found.barcode(sku);
            if (barcode != null) {
                mapped.put(sku, barcode);
            }
        }
        return mapped;
    }

    /** The barcodes, followed by those of the SKUs in the SKUs' order. */
    private static Set<String> withMapped(Set<String> barcodes, Map<String, String> mapped) {
        if (mapped.isEmpty()) {
            return barcodes;
        }
        var all = new LinkedHashSet<>(barcodes);
        all.addAll(mapped.values());
        return all;
    }

    private static List<String> failed(Set<String> wanted, Predicate<String> succeeded) {
        return wanted.stream().filter(succeeded.negate()).toList();
    }
}
