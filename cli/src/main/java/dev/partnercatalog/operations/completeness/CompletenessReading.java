package dev.partnercatalog.operations.completeness;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.recorded.NearIds;
import dev.partnercatalog.operations.recorded.PartnerViews;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.recorded.RecordedListings;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ConversionFault;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the companies list, partition by partition, and counts what it lacks. Company entries are enough for this,
 * because locations have no images, units or potencies of their own. Not thread-safe; for one report.
 */
public final class CompletenessReading {

    private static final int MOST_COMPARED = 100;

    private final RecordedCatalog catalog;
    private final CompletenessLimits limits;
    private final @Nullable String partnerId;
    private final PartnerViews views;
    private final Map<Long, SortedSet<String>> partners = new HashMap<>();
    private final long until;

    private final SortedMap<Long, CompletenessCounts.Builder> companies = new TreeMap<>();
    private final SortedMap<String, CompletenessCounts.Builder> byPartner = new TreeMap<>();
    private final List<FailedConversion> conversions = new ArrayList<>();
    private final List<String> stopped = new ArrayList<>();
    private long failedConversions;

    private CompletenessReading(RecordedCatalog catalog, @Nullable String partnerId, CompletenessLimits limits) {
        this.catalog = catalog;
        this.limits = limits;
        this.partnerId = partnerId;
        this.views = new PartnerViews(catalog.configurations().tables());
        this.until = System.nanoTime() + limits.time().toNanos();
        for (String id : views.partnerIds()) {
            if (partnerId == null || id.equals(partnerId)) {
                byPartner.put(id, new CompletenessCounts.Builder(limits.examples()));
                views.companies(id)
                        .keySet()
                        .forEach(company -> partners.computeIfAbsent(company, any -> new TreeSet<>())
                                .add(id));
            }
        }
    }

    /**
     * Reports on one company, one partner, one company as one partner sees it, or everything.
     *
     * @param companyId null for all companies, or all of the partner's
     * @param partnerId null for all partners
     * @throws OperatorFault if there is no such partner, if the partner may see no such company, or if the topics can't be read
     */
    public static CompletenessReport of(
            RecordedCatalog catalog, @Nullable Long companyId, @Nullable String partnerId, CompletenessLimits limits) {
        CompletenessReading reading = new CompletenessReading(catalog, partnerId, limits);
        if (partnerId != null && reading.byPartner.isEmpty()) {
            throw new OperatorFault("there is no partner " + partnerId + ": see './catalog webhooks status'");
        }
        if (partnerId != null && companyId != null && !reading.partners.containsKey(companyId)) {
            throw new OperatorFault("company " + companyId + " is not among those of partner " + partnerId);
        }
        return reading.report(companyId);
    }

    private CompletenessReport report(@Nullable Long companyId) {
        for (int partition : partitions(companyId)) {
            try {
                readPartition(partition, companyId);
            } catch (TimeOverException e) {
                stopped.add("The companies of partition " + partition + " and later ones are left out: the limit of "
                        + limits.time().toSeconds() + " s was reached.");
                break;
            }
        }
        SortedMap<Long, CompletenessCounts> ofCompanies = new TreeMap<>();
        companies.forEach((id, counted) -> ofCompanies.put(id, counted.build()));
        SortedMap<String, CompletenessCounts> ofPartners = new TreeMap<>();
        byPartner.forEach((id, counted) -> ofPartners.put(id, counted.build()));
        SortedMap<String, List<String>> near = near(ofCompanies.values());
        return new CompletenessReport(
                ofCompanies, ofPartners, failedConversions, conversions, near, stopped, catalog.unreadable());
    }

    /** What BPD has that is near to the barcodes that are named as examples; nothing is matched by it. */
    private SortedMap<String, List<String>> near(Collection<CompletenessCounts> counts) {
        Set<String> lacking = counts.stream()
                .flatMap(counted -> counted.examples(Lacking.ENTRY).stream())
                .limit(MOST_COMPARED)
                .collect(Collectors.toSet());
        Set<String> candidates = lacking.stream()
                .flatMap(barcode -> NearIds.barcodesNear(barcode).stream())
                .collect(Collectors.toSet());
        SortedMap<String, List<String>> near = new TreeMap<>();
        try {
            Set<String> inBpd = candidates.isEmpty() ? Set.of() : catalog.inBpd(candidates, this::progress);
            for (String barcode : lacking) {
                List<String> found = NearIds.among(inBpd, barcode);
                if (!found.isEmpty()) {
                    near.put(barcode, found);
                }
            }
        } catch (TimeOverException e) {
            stopped.add(
                    "Near matches are left out: the limit of " + limits.time().toSeconds() + " s was reached.");
        }
        return near;
    }

    private SortedSet<Integer> partitions(@Nullable Long companyId) {
        SortedSet<Integer> partitions = new TreeSet<>();
        if (companyId != null) {
            partitions.add(catalog.partitionOf(companyId));
        } else if (partnerId != null) {
            partners.keySet().forEach(company -> partitions.add(catalog.partitionOf(company)));
        } else {
            for (int partition = 0; partition < catalog.companyPartitions(); partition++) {
                partitions.add(partition);
            }
        }
        return partitions;
    }

    private void readPartition(int partition, @Nullable Long companyId) {
        RecordedListings listings = catalog.listingsOf(
                partition,
                company ->
                        companyId == null ? partnerId == null || partners.containsKey(company) : companyId == company,
                limits.listings(),
                this::progress);
        if (!listings.areAll()) {
            stopped.add("The report read only " + Quantity.of(limits.listings(), "listing") + " of partition "
                    + partition + ".");
        }
        Map<Long, Map<String, Set<Long>>> listed = new TreeMap<>();
        listings.barcodes().forEach((text, barcode) -> {
            ListingKey key = ListingKey.parse(text);
            listed.computeIfAbsent(key.companyId(), any -> new TreeMap<>())
                    .computeIfAbsent(barcode, any -> new HashSet<>())
                    .add(key.locationId());
        });
        Map<Long, CompanyViews> sights = new HashMap<>();
        listed.forEach((company, variants) -> {
            CompanyViews ofCompany = new CompanyViews(views, partners.getOrDefault(company, new TreeSet<>()), company);
            variants.values().forEach(locations -> locations.forEach(ofCompany::at));
            sights.put(company, ofCompany);
        });
        Map<Long, Map<String, Verdict>> verdicts = verdicts(partition, listed, sights);
        listed.forEach((company, variants) ->
                count(company, variants, sights.get(company), verdicts.getOrDefault(company, Map.of())));
    }

    private Map<Long, Map<String, Verdict>> verdicts(
            int partition, Map<Long, Map<String, Set<Long>>> listed, Map<Long, CompanyViews> sights) {
        Map<Long, Map<String, Verdict>> verdicts = new HashMap<>();
        catalog.companyEntries(
                partition,
                (company, barcode) -> listed.getOrDefault(company, Map.of()).containsKey(barcode),
                (key, entry) -> judge(key, entry, sights, verdicts),
                this::progress);
        return verdicts;
    }

    private static void judge(
            ScopedVariant key,
            @Nullable ResolvedVariant entry,
            Map<Long, CompanyViews> sights,
            Map<Long, Map<String, Verdict>> verdicts) {
        long company = key.companyId();
        Map<String, Verdict> ofCompany = verdicts.computeIfAbsent(company, any -> new HashMap<>());
        CompanyViews seen = sights.get(company);
        if (entry == null || seen == null) {
            ofCompany.remove(key.barcode());
        } else {
            ofCompany.put(key.barcode(), Verdict.of(VariantRecords.entry(entry), seen.distinct()));
        }
    }

    private void count(
            long company,
            Map<String, Set<Long>> variants,
            @Nullable CompanyViews sights,
            Map<String, Verdict> verdicts) {
        if (sights == null) {
            return;
        }
        CompletenessCounts.Builder ofCompany =
                companies.computeIfAbsent(company, any -> new CompletenessCounts.Builder(limits.examples()));
        Verdict missing = Verdict.withoutEntry(sights.distinct().size());
        variants.forEach((barcode, locations) -> {
            Verdict verdict = verdicts.getOrDefault(barcode, missing);
            ofCompany.add(barcode, verdict.lacks());
            SortedMap<String, SortedSet<Integer>> seenBy = new TreeMap<>();
            locations.forEach(location -> sights.at(location)
                    .forEach((partner, configuration) -> seenBy.computeIfAbsent(partner, any -> new TreeSet<>())
                            .add(configuration)));
            seenBy.forEach(
                    (partner, configurations) -> countForPartner(partner, company, barcode, configurations, verdict));
        });
    }

    /** A variant lacks something if it lacks it under any of the configurations by which the partner sees it. */
    private void countForPartner(
            String partner, long company, String barcode, SortedSet<Integer> configurations, Verdict verdict) {
        int lacks = 0;
        Set<ConversionFault> faults = new LinkedHashSet<>();
        for (int configuration : configurations) {
            lacks |= verdict.byConfiguration()[configuration];
            faults.addAll(verdict.faults().getOrDefault(configuration, List.of()));
        }
        CompletenessCounts.Builder counted = byPartner.get(partner);
        if (counted != null) {
            counted.add(company + "/" + barcode, lacks);
        }
        for (ConversionFault fault : faults) {
            failedConversions++;
            if (conversions.size() < limits.conversions()) {
                conversions.add(new FailedConversion(partner, company, barcode, fault));
            }
        }
    }

    /** Ends the current reading when the time is up. */
    private void progress(long done, long all) {
        if (System.nanoTime() > until) {
            throw new TimeOverException();
        }
    }

    /** The time is up. */
    private static final class TimeOverException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }
}
