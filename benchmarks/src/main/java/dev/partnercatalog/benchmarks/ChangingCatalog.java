package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.MeasuredRange;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/**
 * The current state of the generated catalog as upstream systems publish it: for each hundred variants of BPD, twenty
 * overrides and fifteen display attributes of companies, eight display attributes of locations and twenty-five SKUs, with
 * the generated catalog's skew. Each of these is equally likely to change. In a layer, the field with its marker changes,
 * which no higher layer sets; an SKU moves to another variant. The same for the same number of variants.
 */
final class ChangingCatalog {

    private final int variants;
    /** The event of each layer, then of each SKU, after so many changes. */
    private final List<IntFunction<Event>> things = new ArrayList<>();

    private final List<Sku> skus = new ArrayList<>();
    /** How often each thing has changed. */
    private final int[] changes;

    private final SplittableRandom random = new SplittableRandom(13);

    /**
     * What an upstream system publishes.
     *
     * @param shownAt key of the record of the catalog that shows it
     * @param shown text in this record
     */
    record Event(CatalogTopic topic, String key, SpecificRecord value, String shownAt, String shown) {}

    /** @param scope a company or, for a location's attributes, a location as one number */
    private record Place(int variant, int scope) {}

    /** It is at a location, and listed under one of its two variants. */
    private record Sku(String sku, int location, int variant, int otherVariant) {

        int company() {
            return GeneratedCatalog.companyOf(location);
        }

        int variantAfter(int moves) {
            return moves % 2 == 0 ? variant : otherVariant;
        }

        Event event(int moves) {
            long companyId = GeneratedCatalog.companyId(company());
            long locationId = GeneratedCatalog.locationIdOf(location);
            String key = new ListingKey(companyId, locationId, sku).encode();
            String barcode = GeneratedCatalog.barcode(variantAfter(moves));
            return new Event(
                    CatalogTopic.LISTINGS, key, new Listing(companyId, locationId, sku, barcode), key, barcode);
        }
    }

    /** @param variants a multiple of a hundred */
    ChangingCatalog(int variants) {
        this.variants = variants;
        SplittableRandom shape = new SplittableRandom(11);
        IntStream.range(0, variants).forEach(variant -> things.add(change -> layer(Marker.BPD, variant, 0, change)));
        fill(Marker.OVERRIDE, 20, shape, GeneratedCatalog::changingCompany);
        fill(Marker.COMPANY_ATTRIBUTES, 15, shape, GeneratedCatalog::changingCompany);
        // SKUs aren't where there are display attributes or another SKU.
        Set<Place> taken = fill(Marker.LOCATION_ATTRIBUTES, 8, shape, ChangingCatalog::location);
        for (int i = 0; i < variants / 100 * 25; i++) {
            int location = location(shape);
            skus.add(new Sku("sku-" + i, location, free(shape, location, taken), free(shape, location, taken)));
        }
        skus.forEach(sku -> things.add(sku::event));
        this.changes = new int[things.size()];
    }

    private Set<Place> fill(Marker kind, int percent, SplittableRandom shape, ToIntFunction<SplittableRandom> scope) {
        Set<Place> places = new HashSet<>();
        while (places.size() < variants / 100 * percent) {
            int variant = GeneratedCatalog.changedVariant(shape, variants);
            Place place = new Place(variant, scope.applyAsInt(shape));
            if (places.add(place)) {
                things.add(change -> layer(kind, place.variant, place.scope, change));
            }
        }
        return places;
    }

    private int free(SplittableRandom shape, int location, Set<Place> taken) {
        int variant = GeneratedCatalog.changedVariant(shape, variants);
        while (!taken.add(new Place(variant, location))) {
            variant = shape.nextInt(variants);
        }
        return variant;
    }

    private static int location(SplittableRandom shape) {
        int company = GeneratedCatalog.changingCompany(shape);
        return GeneratedCatalog.locationNumber(company, shape.nextInt(GeneratedCatalog.locations(company)));
    }

    /** The number of variants, from 0 on. */
    int variants() {
        return variants;
    }

    /** Every layer and SKU in its current state. */
    Stream<Event> events() {
        return IntStream.range(0, changes.length).mapToObj(i -> things.get(i).apply(changes[i]));
    }

    /** Changes this many layers and SKUs, each once. */
    List<Event> change(int count) {
        return change(count, 0);
    }

    /** Moves this many SKUs, each once. */
    List<Event> move(int count) {
        return change(count, firstSku());
    }

    private int firstSku() {
        return things.size() - skus.size();
    }

    private List<Event> change(int count, int first) {
        return random.ints(first, things.size())
                .distinct()
                .limit(count)
                .mapToObj(i -> things.get(i).apply(++changes[i]))
                .toList();
    }

    /** For each variant that a location of one of these companies lists, BPD's data after a change. */
    List<IntFunction<Event>> listedProducts(IntPredicate ofCompanies) {
        return IntStream.of(listedVariants(ofCompanies))
                .<IntFunction<Event>>mapToObj(variant -> change -> layer(Marker.BPD, variant, 0, change))
                .toList();
    }

    /** For each variant that a location of one of these companies lists, the company's override after a change. */
    List<IntFunction<Event>> listedOverrides(IntPredicate ofCompanies) {
        return listed(ofCompanies)
                .distinct()
                .<IntFunction<Event>>map(place -> change -> layer(Marker.OVERRIDE, place.variant, place.scope, change))
                .toList();
    }

    /** BPD's data, after a change, of all variants that no location of these companies lists. */
    Stream<Event> otherProducts(IntPredicate ofCompanies, int change) {
        Set<Integer> listed = new HashSet<>();
        IntStream.of(listedVariants(ofCompanies)).forEach(listed::add);
        return IntStream.range(0, variants)
                .filter(variant -> !listed.contains(variant))
                .mapToObj(variant -> layer(Marker.BPD, variant, 0, change));
    }

    private int[] listedVariants(IntPredicate ofCompanies) {
        return listed(ofCompanies).mapToInt(Place::variant).distinct().toArray();
    }

    /** Where SKUs of these companies are. */
    private Stream<Place> listed(IntPredicate ofCompanies) {
        return IntStream.range(0, skus.size())
                .filter(i -> ofCompanies.test(skus.get(i).company()))
                .mapToObj(i -> new Place(
                        skus.get(i).variantAfter(changes[firstSku() + i]),
                        skus.get(i).company()));
    }

    private static Event layer(Marker kind, int variant, int scope, int change) {
        String barcode = GeneratedCatalog.barcode(variant);
        int company = kind == Marker.LOCATION_ATTRIBUTES ? GeneratedCatalog.companyOf(scope) : scope;
        long companyId = GeneratedCatalog.companyId(company);
        Scope.Company ofCompany = new Scope.Company(companyId);
        String text = kind.text(change);
        return switch (kind) {
            case BPD -> {
                BpdVariant bpd = GeneratedCatalog.bpdRecord(variant);
                bpd.setEnergyScore(text);
                yield new Event(CatalogTopic.BPD_VARIANTS, barcode, bpd, shownAt(Scope.everywhere(), barcode), text);
            }
            case OVERRIDE -> {
                FieldValues values = GeneratedCatalog.override(variant, company);
                MeasuredRange thc = values.range(VariantField.THC);
                CompanyOverride override = CompanyOverride.newBuilder()
                        .setCompanyId(companyId)
                        .setBarcode(barcode)
                        .setDescription(values.text(VariantField.DESCRIPTION))
                        .setThc(thc == null ? null : new Range(thc.avg(), thc.max(), thc.min()))
                        .setOriginState(text)
                        .build();
                String key = companyId + "/" + barcode;
                yield new Event(CatalogTopic.COMPANY_OVERRIDES, key, override, shownAt(ofCompany, barcode), text);
            }
            case COMPANY_ATTRIBUTES -> {
                DisplayAttributes attributes = attributes(variant, scope, companyId)
                        .setShortDescription(text)
                        .build();
                String key = companyId + "/" + barcode;
                yield new Event(CatalogTopic.COMPANY_ATTRIBUTES, key, attributes, shownAt(ofCompany, barcode), text);
            }
            case LOCATION_ATTRIBUTES -> {
                long locationId = GeneratedCatalog.locationIdOf(scope);
                DisplayAttributes attributes = attributes(variant, scope, companyId)
                        .setLocationId(locationId)
                        .setLabels(List.of(text))
                        .build();
                String key = companyId + "/" + locationId + "/" + barcode;
                String shownAt = shownAt(new Scope.Location(companyId, locationId), barcode);
                yield new Event(CatalogTopic.LOCATION_ATTRIBUTES, key, attributes, shownAt, text);
            }
        };
    }

    private static String shownAt(Scope scope, String barcode) {
        return VariantKeys.encode(new ScopedVariant(scope, barcode));
    }

    private static DisplayAttributes.Builder attributes(int variant, int scope, long companyId) {
        var values = GeneratedCatalog.attributes(variant, scope);
        return DisplayAttributes.newBuilder()
                .setCompanyId(companyId)
                .setBarcode(GeneratedCatalog.barcode(variant))
                .setDisplayName(values.text(VariantField.NAME))
                .setBadges(values.texts(VariantField.BADGES));
    }
}
