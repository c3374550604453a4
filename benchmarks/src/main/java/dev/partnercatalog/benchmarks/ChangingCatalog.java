package dev.partnercatalog.benchmarks;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantKeys;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The current state of the generated catalog as upstream systems publish it: for each hundred variants of BPD, twenty
 * overrides and fifteen display attributes of companies, eight display attributes of locations and twenty-five SKUs, with
 * the generated catalog's skew. Each of these is equally likely to change. In a layer, a field changes; an SKU moves to
 * another variant. The same for the same number of variants.
 */
final class ChangingCatalog {

    private final int variants;
    private final Map<Marker, Map<Place, Layer>> layers = new EnumMap<>(Marker.class);
    private final List<Sku> skus = new ArrayList<>();
    private final List<Thing> things = new ArrayList<>();
    /** By variant, the companies with their own layers and the locations with display attributes. */
    private final Map<Integer, Set<Integer>> companies = new HashMap<>();

    private final Map<Integer, Set<Integer>> attributed = new HashMap<>();
    /** By variant, the company of each SKU that is listed under it: once for each such SKU. */
    private final Map<Integer, List<Integer>> listing = new HashMap<>();

    private final SplittableRandom random = new SplittableRandom(13);
    private int changes;

    /**
     * Events and their results.
     *
     * @param entries the entries that change, by key, as they finally are; {@link ExpectedEntries#GONE} for one that is
     *     gone
     */
    record Change(List<CatalogEvents.Event> events, Map<String, List<Integer>> entries) {}

    /** @param scope a company, or a location as one number */
    private record Place(int variant, int scope) {}

    /** What can change. */
    private sealed interface Thing permits Layer, Sku {

        /** Publishes its current state. */
        CatalogEvents.Event event();
    }

    private static final class Layer implements Thing {

        private final Marker kind;
        private final Place place;
        private int change;

        private Layer(Marker kind, Place place) {
            this.kind = kind;
            this.place = place;
        }

        @Override
        public CatalogEvents.Event event() {
            return CatalogEvents.layer(kind, place.variant, place.scope, change);
        }
    }

    /** It is at a location, and listed under one of its two variants. */
    private static final class Sku implements Thing {

        private final String sku;
        private final int location;
        private int variant;
        private int otherVariant;

        private Sku(String sku, int location, int variant, int otherVariant) {
            this.sku = sku;
            this.location = location;
            this.variant = variant;
            this.otherVariant = otherVariant;
        }

        private Integer company() {
            return GeneratedCatalog.companyOf(location);
        }

        @Override
        public CatalogEvents.Event event() {
            return CatalogEvents.listing(
                    GeneratedCatalog.companyId(company()),
                    GeneratedCatalog.locationIdOf(location),
                    sku,
                    GeneratedCatalog.barcode(variant));
        }
    }

    /** @param variants a multiple of a hundred */
    ChangingCatalog(int variants) {
        this.variants = variants;
        SplittableRandom shape = new SplittableRandom(11);
        IntStream.range(0, variants).forEach(variant -> add(Marker.BPD, variant, 0));
        fill(Marker.OVERRIDE, 20, shape, GeneratedCatalog::changingCompany);
        fill(Marker.COMPANY_ATTRIBUTES, 15, shape, GeneratedCatalog::changingCompany);
        fill(Marker.LOCATION_ATTRIBUTES, 8, shape, ChangingCatalog::location);
        // Not where there are display attributes or another SKU.
        Set<Place> taken = new HashSet<>(layers(Marker.LOCATION_ATTRIBUTES).keySet());
        for (int i = 0; i < variants / 100 * 25; i++) {
            int location = location(shape);
            Sku sku = new Sku("sku-" + i, location, free(shape, location, taken), free(shape, location, taken));
            skus.add(sku);
            listing(sku.variant).add(sku.company());
        }
        layers.values().forEach(ofKind -> things.addAll(ofKind.values()));
        things.addAll(skus);
    }

    private Map<Place, Layer> layers(Marker kind) {
        return layers.computeIfAbsent(kind, any -> new LinkedHashMap<>());
    }

    private void fill(Marker kind, int percent, SplittableRandom shape, ToIntFunction<SplittableRandom> scope) {
        while (layers(kind).size() < variants / 100 * percent) {
            int variant = GeneratedCatalog.changedVariant(shape, variants);
            add(kind, variant, scope.applyAsInt(shape));
        }
    }

    private void add(Marker kind, int variant, int scope) {
        Place place = new Place(variant, scope);
        layers(kind).putIfAbsent(place, new Layer(kind, place));
        if (kind != Marker.BPD) {
            (kind == Marker.LOCATION_ATTRIBUTES ? attributed : companies)
                    .computeIfAbsent(variant, any -> new TreeSet<>())
                    .add(scope);
        }
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

    private List<Integer> listing(int variant) {
        return listing.computeIfAbsent(variant, any -> new ArrayList<>());
    }

    /** The number of variants, from 0 on. */
    int variants() {
        return variants;
    }

    /** Every layer and SKU in its current state. */
    Stream<CatalogEvents.Event> events() {
        return things.stream().map(Thing::event);
    }

    /** The number of events that describe all of it. */
    int size() {
        return things.size();
    }

    /** Every entry in its current state. */
    Map<String, List<Integer>> entries() {
        Map<String, List<Integer>> entries = new HashMap<>();
        IntStream.range(0, variants).forEach(variant -> putAll(variant, entries));
        return entries;
    }

    /** Changes this many layers and SKUs, each once. */
    Change change(int count) {
        changes++;
        BitSet chosen = new BitSet();
        while (chosen.cardinality() < count) {
            chosen.set(random.nextInt(things.size()));
        }
        int[] numbers = chosen.stream().toArray();
        for (int i = numbers.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int number = numbers[i];
            numbers[i] = numbers[other];
            numbers[other] = number;
        }
        List<Thing> changed = IntStream.of(numbers).mapToObj(things::get).toList();
        Map<Place, Boolean> moved = new HashMap<>();
        changed.forEach(thing -> apply(thing, moved));
        // The final state of an entry follows from all of them.
        Map<String, List<Integer>> entries = new HashMap<>();
        changed.forEach(thing -> putTouched(thing, entries));
        moved.forEach((place, had) -> putMoved(place, had, entries));
        return new Change(changed.stream().map(Thing::event).toList(), entries);
    }

    /** Variants that some location of these companies lists. */
    int[] listedVariants(IntPredicate ofCompanies) {
        return skus.stream()
                .filter(sku -> ofCompanies.test(sku.company()))
                .mapToInt(sku -> sku.variant)
                .distinct()
                .toArray();
    }

    /** For each variant that a location of one of these companies lists, the company's override after a change. */
    List<IntFunction<CatalogEvents.Event>> listedOverrides(IntPredicate ofCompanies) {
        return skus.stream()
                .map(sku -> new Place(sku.variant, sku.company()))
                .filter(place -> ofCompanies.test(place.scope))
                .distinct()
                .<IntFunction<CatalogEvents.Event>>map(
                        place -> change -> CatalogEvents.layer(Marker.OVERRIDE, place.variant, place.scope, change))
                .toList();
    }

    private void apply(Thing thing, Map<Place, Boolean> moved) {
        if (thing instanceof Layer layer) {
            layer.change = changes;
        } else if (thing instanceof Sku sku) {
            for (int variant : List.of(sku.variant, sku.otherVariant)) {
                moved.putIfAbsent(new Place(variant, sku.company()), hasEntry(variant, sku.company()));
            }
            int variant = sku.variant;
            sku.variant = sku.otherVariant;
            sku.otherVariant = variant;
            listing(variant).remove(sku.company());
            listing(sku.variant).add(sku.company());
        }
    }

    private boolean hasEntry(int variant, int company) {
        return companies.getOrDefault(variant, Set.of()).contains(company)
                || listing.getOrDefault(variant, List.of()).contains(company);
    }

    private void putTouched(Thing thing, Map<String, List<Integer>> entries) {
        if (thing instanceof Layer layer) {
            int variant = layer.place.variant;
            int scope = layer.place.scope;
            switch (layer.kind) {
                case BPD -> putAll(variant, entries);
                case LOCATION_ATTRIBUTES -> putLocation(variant, scope, entries);
                default -> {
                    putCompany(variant, scope, entries);
                    putLocations(variant, location -> GeneratedCatalog.companyOf(location) == scope, entries);
                }
            }
        }
    }

    /** SKUs make a difference only if they are a company's first for the variant or were its last. */
    private void putMoved(Place place, boolean had, Map<String, List<Integer>> entries) {
        boolean has = hasEntry(place.variant, place.scope);
        if (has && !had) {
            putCompany(place.variant, place.scope, entries);
        } else if (had && !has) {
            entries.put(companyKey(place.variant, place.scope), ExpectedEntries.GONE);
        }
    }

    private void putAll(int variant, Map<String, List<Integer>> entries) {
        entries.put(
                GeneratedCatalog.barcode(variant),
                List.of(changeAt(Marker.BPD, variant, 0), Marker.NONE, Marker.NONE, Marker.NONE));
        companies.getOrDefault(variant, Set.of()).forEach(company -> putCompany(variant, company, entries));
        listing.getOrDefault(variant, List.of()).forEach(company -> putCompany(variant, company, entries));
        putLocations(variant, location -> true, entries);
    }

    private void putCompany(int variant, int company, Map<String, List<Integer>> entries) {
        entries.put(companyKey(variant, company), changes(variant, company, Marker.NONE));
    }

    private void putLocations(int variant, IntPredicate wanted, Map<String, List<Integer>> entries) {
        attributed.getOrDefault(variant, Set.of()).stream()
                .filter(wanted::test)
                .forEach(location -> putLocation(variant, location, entries));
    }

    private void putLocation(int variant, int location, Map<String, List<Integer>> entries) {
        int company = GeneratedCatalog.companyOf(location);
        Scope scope = new Scope.Location(GeneratedCatalog.companyId(company), GeneratedCatalog.locationIdOf(location));
        entries.put(
                VariantKeys.encode(new ScopedVariant(scope, GeneratedCatalog.barcode(variant))),
                changes(variant, company, changeAt(Marker.LOCATION_ATTRIBUTES, variant, location)));
    }

    private List<Integer> changes(int variant, int company, int ofLocation) {
        return List.of(
                changeAt(Marker.BPD, variant, 0),
                changeAt(Marker.OVERRIDE, variant, company),
                changeAt(Marker.COMPANY_ATTRIBUTES, variant, company),
                ofLocation);
    }

    private int changeAt(Marker kind, int variant, int scope) {
        Layer layer = layers(kind).get(new Place(variant, scope));
        return layer == null ? Marker.NONE : layer.change;
    }

    private static String companyKey(int variant, int company) {
        return VariantKeys.encode(new ScopedVariant(
                new Scope.Company(GeneratedCatalog.companyId(company)), GeneratedCatalog.barcode(variant)));
    }
}
