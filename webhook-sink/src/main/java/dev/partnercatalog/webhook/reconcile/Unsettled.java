package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.webhook.catalog.ScopedVariant;
import java.util.HashSet;
import java.util.Set;

/** Variants about which something isn't known. Not thread-safe. */
final class Unsettled {

    private final Set<ScopedVariant> variants = new HashSet<>();

    /** Listings whose barcodes aren't known, by company and location. */
    private final Set<ListingScope> scopes = new HashSet<>();

    private record ListingScope(long companyId, long locationId) {}

    void add(ScopedVariant variant) {
        variants.add(variant);
    }

    void addAnyOf(ListingKey listing) {
        scopes.add(new ListingScope(listing.companyId(), listing.locationId()));
    }

    void remove(ScopedVariant variant) {
        variants.remove(variant);
    }

    boolean has(ScopedVariant variant) {
        return variants.contains(variant)
                || variants.contains(variant.everywhere())
                || scopes.contains(new ListingScope(variant.companyId(), variant.locationId()));
    }
}
