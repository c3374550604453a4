package dev.partnercatalog.operations.preview;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.ListingKey;
import java.util.Comparator;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The variants that each scope lists itself, whatever the number of SKUs: one record for each (D24). Immutable. */
final class ListedVariants {

    private static final Comparator<Scope> ORDER =
            Comparator.comparingLong(Scope::companyId).thenComparingLong(Scope::locationId);

    private final SortedMap<Scope, SortedSet<String>> barcodes = new TreeMap<>(ORDER);

    /** @param listings barcodes by listing key */
    ListedVariants(SortedMap<String, String> listings) {
        listings.forEach((text, barcode) -> {
            ListingKey key = ListingKey.parse(text);
            barcodes.computeIfAbsent(Scope.of(key.companyId(), key.locationId()), scope -> new TreeSet<>())
                    .add(barcode);
        });
    }

    /** The barcodes that a scope lists; none if it lists nothing. */
    Set<String> at(Scope scope) {
        SortedSet<String> listed = barcodes.get(scope);
        return listed == null ? Set.of() : listed;
    }

    /** The scopes that list something here or in the other set. */
    SortedSet<Scope> scopesWith(ListedVariants others) {
        SortedSet<Scope> scopes = new TreeSet<>(ORDER);
        scopes.addAll(barcodes.keySet());
        scopes.addAll(others.barcodes.keySet());
        return scopes;
    }
}
