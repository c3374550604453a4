package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.setup.CatalogTopics;
import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the sink reads: variants, each with one company that lists and renames it, and partners. All companies
 * list the same number.
 */
final class DeliveryTopics implements AutoCloseable {

    static final int LISTED_BY_A_COMPANY = GeneratedCatalog.VARIANTS / GeneratedCatalog.COMPANIES;

    /** The number of locations at which a company also lists each variant after {@link #listAtLocations()}. */
    static final int LOCATIONS = 4;

    private final TopicWriter topics;
    private final int companies;
    private long revision = 1;

    /** @param companies number of the generated catalog's companies to use, the first ones */
    DeliveryTopics(TopicWriter topics, int companies) {
        this.topics = topics;
        this.companies = companies;
    }

    /**
     * The content of a partner's configuration here.
     *
     * @param companies number of companies that it may see completely, the first ones
     * @param locations number of locations that it may see of each of these companies
     */
    record Setting(
            String partnerId,
            int companies,
            int locations,
            String url,
            boolean enabled,
            boolean displayNames,
            long resyncs) {

        /** The same, with a flag toggled that changes each variant's record. */
        Setting flipped() {
            return new Setting(partnerId, companies, locations, url, enabled, !displayNames, resyncs);
        }

        /** The same, with a resync of everything. */
        Setting resynced() {
            return new Setting(partnerId, companies, locations, url, enabled, displayNames, resyncs + 1);
        }

        /** The number of variants listed where the partner sees them. */
        int listed() {
            return companies * LISTED_BY_A_COMPANY * (1 + locations);
        }
    }

    void writeVariants() throws IOException {
        for (int variant = 0; variant < companies * LISTED_BY_A_COMPANY; variant++) {
            put(variant, null);
            list(variant, GeneratedCatalog.companyId(variant % companies));
        }
        topics.flush();
    }

    /**
     * Also lists each variant at some locations of its company: another variant for partners that see them, but no
     * entry.
     */
    void listAtLocations() throws IOException {
        for (int variant = 0; variant < companies * LISTED_BY_A_COMPANY; variant++) {
            for (int location = 0; location < LOCATIONS; location++) {
                list(variant, GeneratedCatalog.locationId(variant % companies, location));
            }
        }
        topics.flush();
    }

    /** Sets a new description for one of the variants that the first company lists; the broker has it on return. */
    void change(int number, String description) throws IOException {
        put(number % LISTED_BY_A_COMPANY * companies, description);
        topics.flush();
    }

    /** Sets a new description for everything that all companies but the first ones list; returns the number of variants. */
    int changeWithout(int firstCompanies, String description) throws IOException {
        int changed = 0;
        for (int variant = 0; variant < companies * LISTED_BY_A_COMPANY; variant++) {
            if (variant % companies >= firstCompanies) {
                put(variant, description);
                changed++;
            }
        }
        topics.flush();
        return changed;
    }

    private void put(int variant, @Nullable String description) {
        int company = variant % companies;
        DisplayAttributes generated = GeneratedCatalog.attributes(variant, company);
        DisplayAttributes attributes =
                new DisplayAttributes(generated.displayName(), null, description, null, null, generated.badges(), null);
        ScopedVariant key = new ScopedVariant(
                new Scope.Company(GeneratedCatalog.companyId(company)), GeneratedCatalog.barcode(variant));
        VariantLayers layers = new VariantLayers(GeneratedCatalog.bpd(variant), List.of(), null, attributes, null);
        topics.put(key, VariantRecords.companyVariant(key, revision++, layers.resolve(), 0));
    }

    private void list(int variant, long locationId) {
        long companyId = GeneratedCatalog.companyId(variant % companies);
        topics.put(
                CatalogTopic.SKU_BARCODES,
                new ListingKey(companyId, locationId, "sku-" + variant).encode(),
                Long.toString(companyId),
                new SkuBarcode(GeneratedCatalog.barcode(variant)));
    }

    /** Returns once the broker has all of them. */
    void configure(List<Setting> settings) throws IOException {
        for (Setting setting : settings) {
            long number = revision++;
            IntStream seen = IntStream.range(0, setting.companies());
            Partner partner = partner(
                    setting.partnerId(),
                    new WebhookSetting(setting.enabled(), setting.url()),
                    seen.mapToObj(company -> company(company, setting.locations(), setting.displayNames())));
            configure(topics, partner, number, setting.resyncs());
        }
        topics.flush();
    }

    /** Writes a partner's configuration, and a client of it. */
    static void configure(TopicWriter topics, Partner partner, long revision, long resyncs) {
        String id = partner.getPartnerId();
        topics.put(CatalogTopic.CLIENTS, id, id, CatalogTopics.client(id));
        topics.put(
                CatalogTopic.PARTNER_CONFIGS,
                id,
                id,
                new PartnerConfig(
                        revision,
                        partner,
                        revision,
                        WebhookControl.newBuilder().setResyncs(resyncs).build()));
    }

    static Partner partner(String id, WebhookSetting webhook, Stream<AllowedCompany> companies) {
        return new Partner(id, "Benchmark", true, webhook, companies.toList());
    }

    /** A company with its first locations, as a partner may see it. */
    static AllowedCompany company(int company, int ofLocations, boolean displayNames) {
        String id = Long.toString(GeneratedCatalog.companyId(company));
        List<AllowedLocation> locations = IntStream.range(0, ofLocations)
                .mapToObj(location -> Long.toString(GeneratedCatalog.locationId(company, location)))
                .map(location -> new AllowedLocation(location, "Location " + location, location))
                .toList();
        return new AllowedCompany(
                id, "Company " + id, "cova", id, new AllowedFields(false, false, displayNames, false), locations);
    }

    @Override
    public void close() throws IOException {
        topics.close();
    }
}
