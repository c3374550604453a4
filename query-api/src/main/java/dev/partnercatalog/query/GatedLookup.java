package dev.partnercatalog.query;

import dev.partnercatalog.query.table.Reading;
import dev.partnercatalog.query.table.VariantLookup;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import java.util.Map;
import java.util.Set;

/** Variants and listings, through the gate. */
record GatedLookup(Gate gate, VariantLookup lookup) implements VariantLookup {

    @Override
    public Reading<Map<String, VariantImage>> variants(Scope scope, Set<String> barcodes) {
        return gate.catalog(() -> lookup.variants(scope, barcodes));
    }

    @Override
    public Reading<Listings> listings(Scope scope, Set<String> skus) {
        return gate.catalog(() -> lookup.listings(scope, skus));
    }
}
