package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.CatalogReader.CatalogPosition;
import dev.partnercatalog.query.table.CatalogReader.Changed;
import dev.partnercatalog.query.table.CatalogReader.Listed;
import dev.partnercatalog.query.table.CatalogReader.TooLargeException;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Listings;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.http.HttpProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Variants and listings that a test sets; a variant applies at every scope. */
final class InMemoryCatalog implements CatalogReader {

    /** The barcodes that changed, in order. */
    final List<String> changes = new CopyOnWriteArrayList<>();

    /** Runs before each page of what is listed is read. */
    volatile Runnable beforePage = () -> {};

    final Map<String, ResolvedEntry> variants = new ConcurrentHashMap<>();
    final Map<Long, Map<String, String>> listings = new ConcurrentHashMap<>();
    volatile boolean available = true;

    /** The memory that each batch needs. */
    volatile long bytes;

    volatile Duration age = Duration.ZERO;
    volatile Instant knownSince = Instant.EPOCH;

    final AtomicInteger variantLookups = new AtomicInteger();

    @Override
    public Map<String, VariantImage> find(Scope scope, Set<String> barcodes, long mostBytes) {
        variantLookups.incrementAndGet();
        requireAvailable();
        Map<String, VariantImage> found = new HashMap<>();
        variants.forEach((barcode, entry) -> {
            if (barcodes.contains(barcode)) {
                found.put(barcode, new VariantImage(VariantImage.of(barcode, entry), 0));
            }
        });
        if (bytes > mostBytes) {
            throw new TooLargeException(mostBytes);
        }
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
    public Listed listed(Scope scope, String after, int limit, boolean withSkus) {
        return listed(scope, after, limit, withSkus, barcode -> true);
    }

    @Override
    public Listed listed(Scope scope, String after, int limit, Predicate<String> wanted) {
        return listed(scope, after, limit, false, wanted);
    }

    private Listed listed(Scope scope, String after, int limit, boolean withSkus, Predicate<String> wanted) {
        beforePage.run();
        requireAvailable();
        TreeMap<String, List<String>> skus = new TreeMap<>();
        listings.getOrDefault(scope.locationId(), Map.of())
                .forEach((sku, barcode) ->
                        skus.computeIfAbsent(barcode, each -> new ArrayList<>()).add(sku));
        skus.keySet().removeIf(wanted.negate());
        List<Map.Entry<String, List<String>>> page =
                skus.tailMap(after, false).entrySet().stream().limit(limit).toList();
        Map<String, VariantImage> images = find(scope, skus.keySet(), Long.MAX_VALUE);
        List<Listed.Variant> variants = page.stream()
                .flatMap(each -> Stream.ofNullable(images.get(each.getKey()))
                        .map(image -> new Listed.Variant(
                                each.getKey(),
                                image,
                                withSkus ? each.getValue().stream().sorted().toList() : List.of())))
                .toList();
        String last = page.isEmpty() ? null : page.get(page.size() - 1).getKey();
        return new Listed(variants, last == null || last.equals(skus.lastKey()) ? null : last);
    }

    @Override
    public CatalogPosition position(long companyId) {
        requireAvailable();
        return new CatalogPosition(changes.size(), 0);
    }

    @Override
    public Instant knownSince() {
        return knownSince;
    }

    @Override
    public boolean reaches(long companyId, CatalogPosition since) {
        requireAvailable();
        return since.entries() <= changes.size();
    }

    @Override
    public Changed changed(Scope scope, CatalogPosition since, int limit) {
        requireAvailable();
        List<String> page = changes.stream().skip(since.entries()).limit(limit).toList();
        Map<String, VariantImage> images = find(scope, Set.copyOf(page), Long.MAX_VALUE);
        images.keySet()
                .retainAll(listings.getOrDefault(scope.locationId(), Map.of()).values());
        return new Changed(
                List.copyOf(images.values()),
                page.stream()
                        .distinct()
                        .filter(barcode -> !images.containsKey(barcode))
                        .toList(),
                new CatalogPosition(since.entries() + page.size(), 0),
                since.entries() + page.size() < changes.size(),
                false);
    }

    @Override
    public Duration age() {
        return age;
    }

    private void requireAvailable() {
        if (!available) {
            throw HttpProblem.unavailable("A table is not available here now.");
        }
    }

    void variant(String barcode, String... stateCodes) {
        FieldValues values = FieldValues.builder()
                .set(VariantField.NAME, "Name of " + barcode)
                .set(VariantField.STATE_CODES, List.of(stateCodes))
                .build();
        variants.put(barcode, new VariantLayers(values, null, null, null).resolve());
        changes.add(barcode);
    }

    void list(long locationId, String sku, String barcode) {
        String before = listings.computeIfAbsent(locationId, location -> new ConcurrentHashMap<>())
                .put(sku, barcode);
        if (before != null) {
            changes.add(before);
        }
        changes.add(barcode);
    }

    void unlist(long locationId, String sku) {
        changes.add(String.valueOf(
                listings.getOrDefault(locationId, new HashMap<>()).remove(sku)));
    }
}
