package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes the generated catalog, as resolved, to the topics that the API reads. */
final class CatalogTopics {

    static final String CLIENT_ID = "benchmark";
    /** The client of a partner with all flags and two units. */
    static final String CLIENT_WITH_FLAGS = "benchmark-flags";

    /** For this many variants there is one entry of a company's or location's own. */
    private static final int VARIANTS_OF_A_SPECIFIC = 5;

    private final TopicWriter topics;
    private final int variants;

    /** A separate entry of a company or, if {@code ofLocation}, of one of its locations. */
    record Specific(int variant, int company, int location, boolean ofLocation) {}

    /** @param variants number of the generated catalog's variants to use, the first ones */
    CatalogTopics(TopicWriter topics, int variants) {
        this.topics = topics;
        this.variants = variants;
    }

    void write() throws IOException {
        for (String client : List.of(CLIENT_ID, CLIENT_WITH_FLAGS)) {
            boolean flags = client.equals(CLIENT_WITH_FLAGS);
            AllowedFields fields = new AllowedFields(flags, flags, flags, flags);
            Stream<AllowedCompany> companies = IntStream.range(0, GeneratedCatalog.COMPANIES)
                    .mapToObj(
                            company -> GeneratedCatalog.company(company, GeneratedCatalog.locations(company), fields));
            topics.putPartner(GeneratedCatalog.partner(client, new WebhookSetting(false, ""), companies), 1, 0);
        }
        for (int company = 0; company < GeneratedCatalog.COMPANIES; company++) {
            putUnits(GeneratedCatalog.companyId(company));
        }
        for (int company = 0; company < GeneratedCatalog.LISTING_COMPANIES; company++) {
            long companyId = GeneratedCatalog.companyId(company);
            for (int variant = 0; variant < GeneratedCatalog.listed(variants); variant++) {
                topics.putListing(
                        companyId, companyId, GeneratedCatalog.sku(variant), GeneratedCatalog.barcode(variant));
            }
        }
        for (int variant = 0; variant < variants; variant++) {
            ScopedVariant key = new ScopedVariant(Scope.everywhere(), GeneratedCatalog.barcode(variant));
            topics.put(key, VariantRecords.variant(key, 1, GeneratedCatalog.resolved(variant, null)));
        }
        specific(variants).forEach(this::put);
        topics.flush();
    }

    private void putUnits(long companyId) {
        String key = new ScopeConfigKey(CLIENT_WITH_FLAGS, companyId, null).encode();
        topics.put(
                CatalogTopic.SCOPE_CONFIGS,
                key,
                key,
                ScopeConfig.newBuilder()
                        .setPartnerId(CLIENT_WITH_FLAGS)
                        .setCompanyId(companyId)
                        .setAssetPriority(List.of())
                        .setVariantTypePreferences(Map.of())
                        .setCannabisUnitOfMeasure("mg/g")
                        .setTerpeneUnitOfMeasure("mg/g")
                        .build());
    }

    /** The separate entries of companies and locations, in the order in which they are written. */
    static List<Specific> specific(int variants) {
        var random = new SplittableRandom(7);
        List<Specific> entries = new ArrayList<>();
        for (int i = 0; i < variants / VARIANTS_OF_A_SPECIFIC; i++) {
            int variant = GeneratedCatalog.changedVariant(random, variants);
            int company = GeneratedCatalog.changingCompany(random);
            int location = random.nextInt(GeneratedCatalog.locations(company));
            entries.add(new Specific(variant, company, location, random.nextInt(4) == 0));
        }
        return entries;
    }

    private void put(Specific entry) {
        int variant = entry.variant();
        int company = entry.company();
        FieldValues bpd = GeneratedCatalog.bpd(variant);
        long companyId = GeneratedCatalog.companyId(company);
        Scope scope = entry.ofLocation()
                ? new Scope.Location(companyId, GeneratedCatalog.locationId(company, entry.location()))
                : new Scope.Company(companyId);
        VariantLayers layers = entry.ofLocation()
                ? new VariantLayers(bpd, List.of(), null, null, GeneratedCatalog.locationAttributes(variant, company))
                : new VariantLayers(
                        bpd,
                        List.of(),
                        GeneratedCatalog.override(variant, company),
                        GeneratedCatalog.attributes(variant, company),
                        null);
        ScopedVariant key = new ScopedVariant(scope, GeneratedCatalog.barcode(variant));
        topics.put(
                key,
                VariantKeys.isOfCompany(key)
                        ? VariantRecords.companyVariant(key, 1, layers.resolve(), 1)
                        : VariantRecords.variant(key, 1, layers.resolve()));
    }
}
