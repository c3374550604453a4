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
import java.util.stream.Collectors;
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

    /** Where a layer or an SKU is; the location is 0 where it doesn't matter. */
    private record Target(int variant, int company, int location) {

        long companyId() {
            return GeneratedCatalog.companyId(company);
        }

        long locationId() {
            return GeneratedCatalog.locationId(company, location);
        }
    }

    /** It is listed under one of its two variants. */
    private record Sku(String sku, Target target, int otherVariant) {

        int variantAfter(int moves) {
            return moves % 2 == 0 ? target.variant : otherVariant;
        }

        Event event(int moves) {
            String key = new ListingKey(target.companyId(), target.locationId(), sku).encode();
            String barcode = GeneratedCatalog.barcode(variantAfter(moves));
            Listing listing = new Listing(target.companyId(), target.locationId(), sku, barcode);
            return new Event(CatalogTopic.LISTINGS, key, listing, key, barcode);
        }
    }

    /** @param variants a multiple of a hundred */
    ChangingCatalog(int variants) {
        this.variants = variants;
        SplittableRandom shape = new SplittableRandom(11);
        IntStream.range(0, variants).forEach(variant -> things.add(change -> bpd(variant, change)));
        fill(Marker.OVERRIDE, 20, shape);
        fill(Marker.COMPANY_ATTRIBUTES, 15, shape);
        // SKUs aren't where there are display attributes or another SKU.
        Set<Target> taken = fill(Marker.LOCATION_ATTRIBUTES, 8, shape);
        for (int i = 0; i < variants / 100 * 25; i++) {
            int company = GeneratedCatalog.skewed(shape, GeneratedCatalog.COMPANIES);
            int location = shape.nextInt(GeneratedCatalog.locations(company));
            Target target = free(shape, company, location, taken);
            skus.add(new Sku("sku-" + i, target, free(shape, company, location, taken).variant));
        }
        skus.forEach(sku -> things.add(sku::event));
        this.changes = new int[things.size()];
    }

    private Set<Target> fill(Marker kind, int percent, SplittableRandom shape) {
        Set<Target> targets = new HashSet<>();
        while (targets.size() < variants / 100 * percent) {
            int variant = GeneratedCatalog.skewed(shape, variants);
            int company = GeneratedCatalog.skewed(shape, GeneratedCatalog.COMPANIES);
            boolean ofLocation = kind == Marker.LOCATION_ATTRIBUTES;
            int location = ofLocation ? shape.nextInt(GeneratedCatalog.locations(company)) : 0;
            Target target = new Target(variant, company, location);
            if (targets.add(target)) {
                things.add(change -> layer(kind, target, change));
            }
        }
        return targets;
    }

    private Target free(SplittableRandom shape, int company, int location, Set<Target> taken) {
        Target target = new Target(GeneratedCatalog.skewed(shape, variants), company, location);
        while (!taken.add(target)) {
            target = new Target(shape.nextInt(variants), company, location);
        }
        return target;
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
        return listedVariants(ofCompanies)
                .<IntFunction<Event>>map(variant -> change -> bpd(variant, change))
                .toList();
    }

    /** For each variant that a location of one of these companies lists, the company's override after a change. */
    List<IntFunction<Event>> listedOverrides(IntPredicate ofCompanies) {
        return listed(ofCompanies)
                .<IntFunction<Event>>map(target -> change -> layer(Marker.OVERRIDE, target, change))
                .toList();
    }

    /** BPD's data, after a change, of all variants that no location of these companies lists. */
    Stream<Event> otherProducts(IntPredicate ofCompanies, int change) {
        Set<Integer> listed = listedVariants(ofCompanies).collect(Collectors.toSet());
        return IntStream.range(0, variants)
                .filter(variant -> !listed.contains(variant))
                .mapToObj(variant -> bpd(variant, change));
    }

    private Stream<Integer> listedVariants(IntPredicate ofCompanies) {
        return listed(ofCompanies).map(Target::variant).distinct();
    }

    /** The variants that are listed somewhere in one of these companies. */
    private Stream<Target> listed(IntPredicate ofCompanies) {
        return IntStream.range(0, skus.size())
                .filter(i -> ofCompanies.test(skus.get(i).target.company))
                .mapToObj(i ->
                        new Target(skus.get(i).variantAfter(changes[firstSku() + i]), skus.get(i).target.company, 0))
                .distinct();
    }

    private static Event bpd(int variant, int change) {
        return layer(Marker.BPD, new Target(variant, 0, 0), change);
    }

    private static Event layer(Marker kind, Target target, int change) {
        String barcode = GeneratedCatalog.barcode(target.variant);
        String text = kind.text(change);
        Scope ofCompany = new Scope.Company(target.companyId());
        return switch (kind) {
            case BPD -> {
                BpdVariant bpd = GeneratedCatalog.bpdRecord(target.variant);
                bpd.setEnergyScore(text);
                yield event(CatalogTopic.BPD_VARIANTS, Scope.everywhere(), barcode, bpd, text);
            }
            case OVERRIDE -> {
                FieldValues values = GeneratedCatalog.override(target.variant, target.company);
                MeasuredRange thc = values.range(VariantField.THC);
                CompanyOverride override = CompanyOverride.newBuilder()
                        .setCompanyId(target.companyId())
                        .setBarcode(barcode)
                        .setDescription(values.text(VariantField.DESCRIPTION))
                        .setThc(thc == null ? null : new Range(thc.avg(), thc.max(), thc.min()))
                        .setOriginState(text)
                        .build();
                yield event(CatalogTopic.COMPANY_OVERRIDES, ofCompany, barcode, override, text);
            }
            case COMPANY_ATTRIBUTES -> {
                DisplayAttributes attributes =
                        attributes(target).setShortDescription(text).build();
                yield event(CatalogTopic.COMPANY_ATTRIBUTES, ofCompany, barcode, attributes, text);
            }
            case LOCATION_ATTRIBUTES -> {
                Scope.Location ofLocation = new Scope.Location(target.companyId(), target.locationId());
                DisplayAttributes attributes = attributes(target)
                        .setLocationId(target.locationId())
                        .setLabels(List.of(text))
                        .build();
                yield event(CatalogTopic.LOCATION_ATTRIBUTES, ofLocation, barcode, attributes, text);
            }
        };
    }

    private static Event event(CatalogTopic topic, Scope scope, String barcode, SpecificRecord value, String text) {
        // The barcode comes last in a layer's key, and first in a variant's.
        String shownAt = VariantKeys.encode(new ScopedVariant(scope, barcode));
        String key = (shownAt.substring(barcode.length()) + '/' + barcode).substring(1);
        return new Event(topic, key, value, shownAt, text);
    }

    private static DisplayAttributes.Builder attributes(Target target) {
        FieldValues values = GeneratedCatalog.attributes(target.variant, 100 * target.company + target.location);
        return DisplayAttributes.newBuilder()
                .setCompanyId(target.companyId())
                .setBarcode(GeneratedCatalog.barcode(target.variant))
                .setDisplayName(values.text(VariantField.NAME))
                .setBadges(values.texts(VariantField.BADGES));
    }
}
