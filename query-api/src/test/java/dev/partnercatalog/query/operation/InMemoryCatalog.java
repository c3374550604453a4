package dev.partnercatalog.query.operation;

import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.query.table.Catalog;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.resolution.VariantLayers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Variants and listings that a test sets; a variant holds at every scope. */
final class InMemoryCatalog implements Catalog {

    final Map<String, ResolvedEntry> variants = new ConcurrentHashMap<>();
    final Map<Long, Map<String, String>> listings = new ConcurrentHashMap<>();
    volatile boolean available = true;
    volatile Duration age = Duration.ZERO;
    final AtomicInteger variantLookups = new AtomicInteger();

    @Override
    public Map<String, VariantImage> find(Scope scope, Set<String> barcodes) {
        variantLookups.incrementAndGet();
        requireAvailable();
        Map<String, VariantImage> found = new HashMap<>();
        variants.forEach((barcode, entry) -> {
            if (barcodes.contains(barcode)) {
                found.put(barcode, new VariantImage(VariantImage.of(barcode, entry), 0));
            }
        });
        return found;
    }

    @Override
    public Listings listings(Scope scope, Set<String> skus) {
        requireAvailable();
        return new Listings(
                scope.isCompany() ? Map.of() : listings.getOrDefault(scope.locationId(), Map.of()),
                listings.getOrDefault(scope.companyId(), Map.of()));
    }

    @Override
    public Duration age() {
        return age;
    }

    private void requireAvailable() {
        if (!available) {
            throw HttpProblem.unavailable("A table is not here now.");
        }
    }

    void variant(String barcode, String... stateCodes) {
        FieldValues values = FieldValues.builder()
                .set(VariantField.NAME, "Name of " + barcode)
                .build();
        variants.put(barcode, new VariantLayers(values, List.of(stateCodes), null, null, null).resolve());
    }

    void list(long locationId, String sku, String barcode) {
        listings.computeIfAbsent(locationId, location -> new ConcurrentHashMap<>())
                .put(sku, barcode);
    }
}
