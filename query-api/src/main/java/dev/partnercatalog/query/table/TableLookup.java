package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import java.util.Map;
import java.util.Set;

/** Looks up in the two tables. Thread-safe. */
public final class TableLookup implements VariantLookup {

    private final VariantTable variants;
    private final SkuTable skus;

    public TableLookup(VariantTable variants, SkuTable skus) {
        this.variants = variants;
        this.skus = skus;
    }

    @Override
    public Reading<Map<String, VariantImage>> variants(Scope scope, Set<String> barcodes) {
        return variants.find(scope, barcodes);
    }

    @Override
    public Reading<Listings> listings(Scope scope, Set<String> wanted) {
        Reading<Map<String, String>> ofCompany = skus.find(scope.companyId(), scope.companyId(), wanted);
        if (scope.isCompany()) {
            return ofCompany.map(found -> new Listings(Map.of(), found));
        }
        Reading<Map<String, String>> ofLocation = skus.find(scope.companyId(), scope.locationId(), wanted);
        return new Reading<>(
                new Listings(ofLocation.found(), ofCompany.found()), Math.max(ofLocation.lag(), ofCompany.lag()));
    }
}
