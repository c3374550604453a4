package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the sink reads: variants, each with one company that lists and names it, and partners. All
 * companies list as many.
 */
final class DeliveryTopics implements AutoCloseable {

    static final int LISTED_BY_A_COMPANY = GeneratedCatalog.VARIANTS / GeneratedCatalog.COMPANIES;

    private final TopicWriter topics;
    private final int companies;
    private long revision = 1;

    /** @param companies of the generated catalog's, the first ones */
    DeliveryTopics(TopicWriter topics, int companies) {
        this.topics = topics;
        this.companies = companies;
    }

    /** What a partner's configuration says here. */
    record Setting(String partnerId, int companies, String url, boolean enabled, boolean displayNames, long resyncs) {}

    void writeVariants() throws IOException {
        for (int variant = 0; variant < companies * LISTED_BY_A_COMPANY; variant++) {
            put(variant, null);
            list(variant);
        }
        topics.flush();
    }

    /** A new description for one of the variants that the first company lists; the broker has it on return. */
    void change(int number, String description) throws IOException {
        put(number % LISTED_BY_A_COMPANY * companies, description);
        topics.flush();
    }

    private void put(int variant, @Nullable String description) {
        int company = variant % companies;
        DisplayAttributes generated = GeneratedCatalog.attributes(variant, company);
        DisplayAttributes attributes =
                new DisplayAttributes(generated.displayName(), null, description, null, null, generated.badges(), null);
        VariantKey key = VariantKey.ofCompany(GeneratedCatalog.barcode(variant), GeneratedCatalog.companyId(company));
        VariantLayers layers = new VariantLayers(GeneratedCatalog.bpd(variant), List.of(), null, attributes, null);
        topics.put(
                CatalogTopic.COMPANY_VARIANTS,
                key.encode(),
                Long.toString(key.requireCompany()),
                VariantRecords.variant(key, revision++, layers.resolve()));
    }

    private void list(int variant) {
        long companyId = GeneratedCatalog.companyId(variant % companies);
        topics.put(
                CatalogTopic.SKU_BARCODES,
                new ListingKey(companyId, companyId, "sku-" + variant).encode(),
                Long.toString(companyId),
                new SkuBarcode(GeneratedCatalog.barcode(variant)));
    }

    /** Returns once the broker has them all. */
    void configure(List<Setting> settings) throws IOException {
        for (Setting setting : settings) {
            long number = revision++;
            topics.put(
                    CatalogTopic.PARTNER_CONFIGS,
                    setting.partnerId(),
                    setting.partnerId(),
                    new PartnerConfig(
                            number,
                            partner(setting),
                            number,
                            WebhookControl.newBuilder()
                                    .setResyncs(setting.resyncs())
                                    .build()));
        }
        topics.flush();
    }

    private static Partner partner(Setting setting) {
        List<AllowedCompany> allowed = IntStream.range(0, setting.companies())
                .mapToObj(company -> Long.toString(GeneratedCatalog.companyId(company)))
                .map(id -> new AllowedCompany(
                        id,
                        "Company " + id,
                        "cova",
                        id,
                        new AllowedFields(false, false, setting.displayNames(), false),
                        List.of()))
                .toList();
        return new Partner(
                setting.partnerId(), "Benchmark", true, new WebhookSetting(setting.enabled(), setting.url()), allowed);
    }

    @Override
    public void close() throws IOException {
        topics.close();
    }
}
