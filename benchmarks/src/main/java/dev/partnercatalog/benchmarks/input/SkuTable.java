package dev.partnercatalog.benchmarks.input;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** SKUs, each of a location and of one or the other of its two variants. */
final class SkuTable {

    private record Sku(int location, int first, int second) {}

    private final List<Sku> skus = new ArrayList<>();
    private final BitSet atSecond = new BitSet();

    /** By variant, the company of each SKU that is listed under it: as often as it has such SKUs. */
    private final Map<Integer, List<Integer>> companies = new HashMap<>();

    /** Lists an SKU under the first variant. */
    void add(int location, int first, int second) {
        skus.add(new Sku(location, first, second));
        companiesOf(first).add(Locations.company(location));
    }

    int size() {
        return skus.size();
    }

    int location(int number) {
        return skus.get(number).location();
    }

    /** The variant that it is listed under now. */
    int variant(int number) {
        Sku sku = skus.get(number);
        return atSecond.get(number) ? sku.second() : sku.first();
    }

    /** The variant that it isn't listed under now. */
    int otherVariant(int number) {
        Sku sku = skus.get(number);
        return atSecond.get(number) ? sku.first() : sku.second();
    }

    /** Lists it under its other variant. */
    void move(int number) {
        // Boxed: the number, not an index.
        Integer company = Locations.company(location(number));
        companiesOf(variant(number)).remove(company);
        atSecond.flip(number);
        companiesOf(variant(number)).add(company);
    }

    /** The companies that list a variant somewhere now; one that does so more than once is there as often. */
    List<Integer> companies(int variant) {
        return companies.getOrDefault(variant, List.of());
    }

    /** The SKU as it now stands. */
    InputEvent event(int number) {
        return CatalogEvents.listing(variant(number), location(number), "sku-" + number);
    }

    private List<Integer> companiesOf(int variant) {
        return companies.computeIfAbsent(variant, any -> new ArrayList<>());
    }
}
