package dev.partnercatalog.benchmarks.input;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** SKUs, each at a location and listed under one of its two variants. */
final class SkuTable {

    private record Sku(int location, int first, int second) {}

    private final List<Sku> skus = new ArrayList<>();
    private final BitSet atSecond = new BitSet();

    /** By variant, the company of each SKU that is listed under it: once for each such SKU. */
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

    /** The variant under which it is listed now. */
    int variant(int number) {
        Sku sku = skus.get(number);
        return atSecond.get(number) ? sku.second() : sku.first();
    }

    /** The variant under which it isn't listed now. */
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

    /** The companies that currently list a variant somewhere; a company that does so several times occurs as often. */
    List<Integer> companies(int variant) {
        return companies.getOrDefault(variant, List.of());
    }

    /** The SKU in its current state. */
    PublishedEvent event(int number) {
        return CatalogEvents.listing(variant(number), location(number), "sku-" + number);
    }

    private List<Integer> companiesOf(int variant) {
        return companies.computeIfAbsent(variant, any -> new ArrayList<>());
    }
}
