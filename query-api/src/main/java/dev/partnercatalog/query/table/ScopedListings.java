package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.ListingKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks up the listings of SKUs that count at one scope, in memory; in the store what only the store knows. */
final class ScopedListings {

    private final TableStore store;
    private final Scope scope;

    ScopedListings(TableStore store, Scope scope) {
        this.store = store;
        this.scope = scope;
    }

    /** By SKU, without those that don't exist. */
    Listings find(List<String> skus) {
        Map<String, String> ofCompany = new HashMap<>(2 * skus.size());
        // Memory knows that no location lists these, as it is with most SKUs that are listed for a whole company.
        List<String> others =
                put(store.findAlone(keys(scope.company(), skus), i -> true), skus, ofCompany, new HashSet<>());
        if (others.isEmpty()) {
            return new Listings(Map.of(), ofCompany);
        }
        ofCompany.putAll(barcodes(scope.company(), others, new HashSet<>()));
        Set<String> unreadable = new HashSet<>();
        Map<String, String> ofLocation = scope.isCompany() ? Map.of() : barcodes(scope, others, unreadable);
        // Not the company's in its place: the location lists something else.
        ofCompany.keySet().removeAll(unreadable);
        return new Listings(ofLocation, ofCompany);
    }

    private static EntryKey[] keys(Scope at, List<String> skus) {
        return skus.stream().map(sku -> EntryKey.everywhere(sku).at(at)).toArray(EntryKey[]::new);
    }

    /** Puts what is known; returns the other SKUs. */
    private static List<String> put(
            @Nullable Slice[] known, List<String> skus, Map<String, String> barcodes, Set<String> unreadable) {
        List<String> others = new ArrayList<>();
        for (int i = 0; i < known.length; i++) {
            Slice kept = known[i];
            if (kept == null) {
                others.add(skus.get(i));
            } else if (!kept.isAbsent()) {
                put(skus.get(i), ListedBarcodes.barcode(kept), barcodes, unreadable);
            }
        }
        return others;
    }

    private static void put(
            String sku, @Nullable String barcode, Map<String, String> barcodes, Set<String> unreadable) {
        if (barcode == null) {
            unreadable.add(sku);
        } else {
            barcodes.put(sku, barcode);
        }
    }

    private Map<String, String> barcodes(Scope at, List<String> skus, Set<String> unreadable) {
        Map<String, String> found = new HashMap<>();
        List<String> others = put(store.findInMemory(keys(at, skus)), skus, found, unreadable);
        List<byte @Nullable []> rows = store.getAll(others.stream()
                .map(sku -> new ListingKey(at.companyId(), at.locationId(), sku).encode())
                .map(key -> key.getBytes(StandardCharsets.UTF_8))
                .toList());
        for (int i = 0; i < others.size(); i++) {
            byte[] row = rows.get(i);
            if (row != null) {
                put(others.get(i), ListedBarcodes.barcode(row), found, unreadable);
            }
        }
        return found;
    }
}
