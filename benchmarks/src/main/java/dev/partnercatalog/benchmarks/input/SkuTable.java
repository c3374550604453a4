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
    private final Map<Integer, List<Integer>> locations = new HashMap<>();

    /** Lists an SKU under the first variant. */
    void add(int location, int first, int second) {
        skus.add(new Sku(location, first, second));
        locationsOf(first).add(location);
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

    /** Lists it under its other variant, and returns the one before. */
    int move(int number) {
        int before = variant(number);
        // The number, not an index.
        locationsOf(before).remove(Integer.valueOf(location(number)));
        atSecond.flip(number);
        locationsOf(variant(number)).add(location(number));
        return before;
    }

    /** The locations that list a variant now. */
    List<Integer> locations(int variant) {
        return locations.getOrDefault(variant, List.of());
    }

    /** The SKU as it now stands. */
    InputEvent event(int number) {
        return CatalogEvents.listing(variant(number), location(number), "sku-" + number);
    }

    private List<Integer> locationsOf(int variant) {
        return locations.computeIfAbsent(variant, any -> new ArrayList<>());
    }
}
