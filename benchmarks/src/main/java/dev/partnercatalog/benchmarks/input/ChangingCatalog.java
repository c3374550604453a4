package dev.partnercatalog.benchmarks.input;

import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The current state of the generated catalog, and its next changes: each of its layers is equally likely to change. In
 * an override, attributes and BPD's data, a field changes; an SKU moves to another variant.
 */
public final class ChangingCatalog {

    private final LayerTable bpd;
    private final LayerTable overrides;
    private final LayerTable companyAttributes;
    private final LayerTable locationAttributes;
    private final List<LayerTable> layers;
    private final SkuTable skus;

    /** By variant, the companies with their own layers and the locations with display attributes. */
    private final Map<Integer, Set<Integer>> companies = new HashMap<>();

    private final Map<Integer, Set<Integer>> attributed = new HashMap<>();
    private final SplittableRandom random = new SplittableRandom(13);
    private int changes;

    /** Where SKUs appear and disappear: a company's entry. */
    private record Place(int variant, int company) {}

    /** @param variants a multiple of a hundred */
    public ChangingCatalog(int variants) {
        CatalogShape shape = new CatalogShape(variants);
        bpd = shape.bpd();
        overrides = shape.overrides();
        companyAttributes = shape.companyAttributes();
        locationAttributes = shape.locationAttributes();
        layers = List.of(bpd, overrides, companyAttributes, locationAttributes);
        skus = shape.skus(locationAttributes);
        index(overrides, companies);
        index(companyAttributes, companies);
        index(locationAttributes, attributed);
    }

    private static void index(LayerTable table, Map<Integer, Set<Integer>> scopes) {
        for (int i = 0; i < table.size(); i++) {
            scopes.computeIfAbsent(table.variant(i), any -> new TreeSet<>()).add(table.scope(i));
        }
    }

    /** The number of variants, from 0 on. */
    public int variants() {
        return bpd.size();
    }

    /** The number of events that describe all of it. */
    public int size() {
        return layers.stream().mapToInt(LayerTable::size).sum() + skus.size();
    }

    /** Passes on every layer and SKU in its current state. */
    public void forEachEvent(Consumer<PublishedEvent> consumer) {
        for (int i = 0; i < size(); i++) {
            consumer.accept(event(i));
        }
    }

    /** Every entry in its current state. */
    public Map<String, Optional<Markers>> entries() {
        Map<String, Optional<Markers>> entries = new HashMap<>();
        for (int variant = 0; variant < bpd.size(); variant++) {
            putAll(variant, entries);
        }
        return entries;
    }

    /** Changes this many layers and SKUs, each once. */
    public Change change(int count) {
        return change(count, 0, size());
    }

    /** Changes this many layers that are published to a topic, or SKUs, each once. */
    public Change change(int count, CatalogTopic topic) {
        int from = 0;
        for (LayerTable table : layers) {
            if (table.event(0).topic() == topic) {
                return change(count, from, from + table.size());
            }
            from += table.size();
        }
        return change(count, from, size());
    }

    private Change change(int count, int from, int to) {
        changes++;
        BitSet chosen = new BitSet();
        while (chosen.cardinality() < count) {
            chosen.set(random.nextInt(from, to));
        }
        int[] numbers = chosen.stream().toArray();
        shuffle(numbers);
        Map<String, Optional<Markers>> entries = new HashMap<>();
        Map<Place, Boolean> moved = new HashMap<>();
        for (int number : numbers) {
            apply(number, moved);
        }
        // The final state of an entry follows from all of them.
        for (int number : numbers) {
            putTouched(number, entries);
        }
        moved.forEach((place, had) -> putMoved(place, had, entries));
        List<PublishedEvent> events = new ArrayList<>();
        Arrays.stream(numbers).forEach(number -> events.add(event(number)));
        return new Change(events, entries);
    }

    private void shuffle(int[] numbers) {
        for (int i = numbers.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int number = numbers[i];
            numbers[i] = numbers[other];
            numbers[other] = number;
        }
    }

    /** Variants that some location of these companies lists. */
    public int[] listedVariants(IntPredicate ofCompanies) {
        return IntStream.range(0, skus.size())
                .filter(sku -> ofCompanies.test(Locations.company(skus.location(sku))))
                .map(skus::variant)
                .distinct()
                .toArray();
    }

    /** For each variant that a location of one of these companies lists, the company's override after a change. */
    public List<IntFunction<PublishedEvent>> listedOverrides(IntPredicate ofCompanies) {
        return IntStream.range(0, skus.size())
                .mapToObj(sku -> new Place(skus.variant(sku), Locations.company(skus.location(sku))))
                .filter(place -> ofCompanies.test(place.company()))
                .distinct()
                .<IntFunction<PublishedEvent>>map(
                        place -> change -> CatalogEvents.override(place.variant(), place.company(), change))
                .toList();
    }

    private PublishedEvent event(int number) {
        int left = number;
        for (LayerTable table : layers) {
            if (left < table.size()) {
                return table.event(left);
            }
            left -= table.size();
        }
        return skus.event(left);
    }

    private void apply(int number, Map<Place, Boolean> moved) {
        int left = number;
        for (LayerTable table : layers) {
            if (left < table.size()) {
                table.change(left, changes);
                return;
            }
            left -= table.size();
        }
        int company = Locations.company(skus.location(left));
        for (int variant : List.of(skus.variant(left), skus.otherVariant(left))) {
            moved.putIfAbsent(new Place(variant, company), hasEntry(variant, company));
        }
        skus.move(left);
    }

    private boolean hasEntry(int variant, int company) {
        return companies.getOrDefault(variant, Set.of()).contains(company)
                || skus.companies(variant).contains(company);
    }

    private void putTouched(int number, Map<String, Optional<Markers>> entries) {
        int left = number;
        for (LayerTable table : layers) {
            if (left < table.size()) {
                int variant = table.variant(left);
                if (table == bpd) {
                    putAll(variant, entries);
                } else if (table == locationAttributes) {
                    putLocation(variant, table.scope(left), entries);
                } else {
                    putCompany(variant, table.scope(left), entries);
                }
                return;
            }
            left -= table.size();
        }
    }

    /** SKUs make a difference only if they are a company's first for the variant or were its last. */
    private void putMoved(Place place, boolean had, Map<String, Optional<Markers>> entries) {
        boolean has = hasEntry(place.variant(), place.company());
        if (has && !had) {
            putCompanyAlone(place.variant(), place.company(), entries);
        } else if (had && !has) {
            entries.put(companyKey(place.variant(), place.company()), Optional.empty());
        }
    }

    private void putAll(int variant, Map<String, Optional<Markers>> entries) {
        entries.put(
                GeneratedCatalog.barcode(variant),
                Optional.of(new Markers(bpd.changeAt(variant, 0), Markers.NONE, Markers.NONE, Markers.NONE)));
        companies.getOrDefault(variant, Set.of()).forEach(company -> putCompanyAlone(variant, company, entries));
        skus.companies(variant).forEach(company -> putCompanyAlone(variant, company, entries));
        putLocations(variant, location -> true, entries);
    }

    private void putCompany(int variant, int company, Map<String, Optional<Markers>> entries) {
        putCompanyAlone(variant, company, entries);
        putLocations(variant, location -> Locations.company(location) == company, entries);
    }

    private void putCompanyAlone(int variant, int company, Map<String, Optional<Markers>> entries) {
        entries.put(companyKey(variant, company), Optional.of(markers(variant, company, Markers.NONE)));
    }

    private void putLocations(int variant, IntPredicate wanted, Map<String, Optional<Markers>> entries) {
        for (int location : attributed.getOrDefault(variant, Set.of())) {
            if (wanted.test(location)) {
                putLocation(variant, location, entries);
            }
        }
    }

    private void putLocation(int variant, int location, Map<String, Optional<Markers>> entries) {
        int attributes = locationAttributes.changeAt(variant, location);
        entries.put(
                locationKey(variant, location), Optional.of(markers(variant, Locations.company(location), attributes)));
    }

    private Markers markers(int variant, int company, int attributes) {
        return new Markers(
                bpd.changeAt(variant, 0),
                overrides.changeAt(variant, company),
                companyAttributes.changeAt(variant, company),
                attributes);
    }

    private static String companyKey(int variant, int company) {
        return VariantKeys.encode(new ScopedVariant(
                new Scope.Company(GeneratedCatalog.companyId(company)), GeneratedCatalog.barcode(variant)));
    }

    private static String locationKey(int variant, int location) {
        return VariantKeys.encode(new ScopedVariant(
                new Scope.Location(Locations.companyId(location), Locations.id(location)),
                GeneratedCatalog.barcode(variant)));
    }
}
