package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.ListingKey;
import java.util.HashSet;
import java.util.Set;

/** Variants about which something isn't known. Not thread-safe. */
final class Unsettled {

    private final Set<ScopedVariant> variants = new HashSet<>();

    /** The scopes of listings whose barcodes aren't known. */
    private final Set<Scope> scopes = new HashSet<>();

    void add(ScopedVariant variant) {
        variants.add(variant);
    }

    void addAnyOf(ListingKey listing) {
        scopes.add(Scope.of(listing.companyId(), listing.locationId()));
    }

    void remove(ScopedVariant variant) {
        variants.remove(variant);
    }

    int size() {
        return variants.size() + scopes.size();
    }

    boolean has(ScopedVariant variant) {
        return variants.contains(variant)
                || variants.contains(variant.atAllOfCompany())
                || scopes.contains(variant.scope());
    }
}
