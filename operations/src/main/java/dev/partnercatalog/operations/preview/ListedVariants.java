package dev.partnercatalog.operations.preview;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.ListingKey;
import java.util.Comparator;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which variants each scope lists itself, however many SKUs it has for them: a record each (D24). Immutable. */
final class ListedVariants {

    private static final Comparator<Scope> ORDER =
            Comparator.comparingLong(Scope::companyId).thenComparingLong(Scope::locationId);

    private final SortedMap<Scope, SortedSet<String>> barcodes = new TreeMap<>(ORDER);

    /** @param listings barcodes by the keys of listings */
    ListedVariants(SortedMap<String, String> listings) {
        listings.forEach((text, barcode) -> {
            ListingKey key = ListingKey.parse(text);
            barcodes.computeIfAbsent(new Scope(key.companyId(), key.locationId()), scope -> new TreeSet<>())
                    .add(barcode);
        });
    }

    /** The barcodes that a scope lists; none where it lists none. */
    Set<String> at(Scope scope) {
        SortedSet<String> listed = barcodes.get(scope);
        return listed == null ? Set.of() : listed;
    }

    /** The scopes here or there that list something. */
    SortedSet<Scope> scopesWith(ListedVariants others) {
        SortedSet<Scope> scopes = new TreeSet<>(ORDER);
        scopes.addAll(barcodes.keySet());
        scopes.addAll(others.barcodes.keySet());
        return scopes;
    }
}
