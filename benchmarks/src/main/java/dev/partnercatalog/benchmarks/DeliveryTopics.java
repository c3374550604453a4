package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the sink reads: variants, each with one company that lists and renames it, and partners. All companies
 * list the same number.
 */
final class DeliveryTopics {

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
     * @param names a flag that changes each variant's record
     */
    record Setting(
            String partnerId, int companies, int locations, WebhookSetting webhook, boolean names, long resyncs) {

        /** The number of variants listed where the partner sees them. */
        int listed() {
            return companies * LISTED_BY_A_COMPANY * (1 + locations);
        }
    }

    private int variants() {
        return companies * LISTED_BY_A_COMPANY;
    }

    void writeVariants() throws IOException {
        for (int variant = 0; variant < variants(); variant++) {
            topics.put(encoded(variant, null));
            list(variant, GeneratedCatalog.companyId(variant % companies));
        }
        topics.flush();
    }

    /**
     * Also lists each variant at some locations of its company: another variant for partners that see them, but no
     * entry.
     */
    void listAtLocations() throws IOException {
        for (int variant = 0; variant < variants(); variant++) {
            for (int location = 0; location < LOCATIONS; location++) {
                list(variant, GeneratedCatalog.locationId(variant % companies, location));
            }
        }
        topics.flush();
    }

    /** A change of the description of one of the variants that the first company lists, in turn. */
    ProducerRecord<String, byte[]> changed(int change) {
        return encoded(change % LISTED_BY_A_COMPANY * companies, Marker.COMPANY_ATTRIBUTES.text(change));
    }

    /** Sets a new description for everything that all companies but the first ones list; returns the number of variants. */
    int changeWithout(int firstCompanies, String description) throws IOException {
        int[] changed = IntStream.range(0, variants())
                .filter(variant -> variant % companies >= firstCompanies)
                .toArray();
        IntStream.of(changed).forEach(variant -> topics.put(encoded(variant, description)));
        topics.flush();
        return changed.length;
    }

    private ProducerRecord<String, byte[]> encoded(int variant, @Nullable String description) {
        int company = variant % companies;
        FieldValues attributes = GeneratedCatalog.attributes(variant, company).toBuilder()
                .set(VariantField.DESCRIPTION, description)
                .build();
        ScopedVariant key = new ScopedVariant(
                new Scope.Company(GeneratedCatalog.companyId(company)), GeneratedCatalog.barcode(variant));
        return topics.encode(
                key, VariantRecords.companyVariant(key, revision++, GeneratedCatalog.resolved(variant, attributes), 0));
    }

    private void list(int variant, long locationId) {
        topics.putListing(
                GeneratedCatalog.companyId(variant % companies),
                locationId,
                "sku-" + variant,
                GeneratedCatalog.barcode(variant));
    }

    /** Returns once the broker has all of them. */
    void configure(List<Setting> settings) throws IOException {
        for (Setting setting : settings) {
            AllowedFields fields = new AllowedFields(false, false, setting.names(), false);
            Stream<AllowedCompany> seen = IntStream.range(0, setting.companies())
                    .mapToObj(company -> GeneratedCatalog.company(company, setting.locations(), fields));
            Partner partner = GeneratedCatalog.partner(setting.partnerId(), setting.webhook(), seen);
            topics.putPartner(partner, revision++, setting.resyncs());
        }
        topics.flush();
    }
}
