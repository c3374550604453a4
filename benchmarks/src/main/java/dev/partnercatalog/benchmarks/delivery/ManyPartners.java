package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.setup.CatalogTopics;
import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.SkuBarcode;
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

/**
 * Partners with the same companies and locations, of which the first company lists a product; and a neighbour with
 * other companies, each of which lists some. The first partner's configuration comes through {@code streams-app}, the
 * others' are written as it writes them. Not thread-safe.
 */
final class ManyPartners {

    /** The partner that changes. */
    static final String CHANGING = "partner-0";

    /** The event in whatever the partners get. */
    static final int SHARED_EVENT = 1_000_000;

    private static final String NEIGHBOUR = "neighbour";

    private static final int NEIGHBOUR_COMPANIES = 24;

    /** More than a company changes of them until the neighbour has them. */
    private static final int PRODUCTS_OF_A_COMPANY = 5;

    private final TopicWriter topics;
    private final WebhookSetting webhook;
    private final int partners;
    private final int companies;
    private final int locations;
    private boolean displayNames;
    private long revision = 1;

    ManyPartners(Pace pace, TopicWriter topics, String url) {
        boolean quick = pace.equals(Pace.QUICK);
        this.topics = topics;
        this.webhook = new WebhookSetting(true, url);
        this.partners = quick ? 20 : 1_000;
        this.companies = quick ? 50 : GeneratedCatalog.COMPANIES;
        this.locations = quick ? 3 : 11;
    }

    /** The number of partners that get the first company's product, and of what the neighbour gets. */
    int due() {
        return partners + NEIGHBOUR_COMPANIES * PRODUCTS_OF_A_COMPANY;
    }

    void write() throws Exception {
        put(0, 0, SHARED_EVENT);
        for (int i = 0; i < NEIGHBOUR_COMPANIES * PRODUCTS_OF_A_COMPANY; i++) {
            putOfNeighbour(SHARED_EVENT + 1 + i);
        }
        topics.put(CatalogTopic.CLIENTS, CHANGING, CHANGING, CatalogTopics.clientWithSecret(CHANGING));
        change();
        for (int i = 1; i < partners; i++) {
            DeliveryTopics.configure(
                    topics, DeliveryTopics.partner("partner-" + i, webhook, allowed(false)), revision, 0);
        }
        Stream<AllowedCompany> others = IntStream.range(companies, companies + NEIGHBOUR_COMPANIES)
                .mapToObj(company -> DeliveryTopics.company(company, 0, false));
        DeliveryTopics.configure(topics, DeliveryTopics.partner(NEIGHBOUR, webhook, others), revision, 0);
        topics.flush();
    }

    /** Publishes the first partner with a flag toggled that changes the product's record. */
    void change() throws IOException {
        displayNames = !displayNames;
        topics.put(
                CatalogTopic.PARTNERS,
                CHANGING,
                CHANGING,
                DeliveryTopics.partner(CHANGING, webhook, allowed(displayNames)));
        topics.flush();
    }

    /** Changes what the neighbour gets, at one of its companies. */
    void changeOfNeighbour(int event) throws IOException {
        putOfNeighbour(event);
        topics.flush();
    }

    private void putOfNeighbour(int event) {
        int company = companies + event % NEIGHBOUR_COMPANIES;
        put(company, event / NEIGHBOUR_COMPANIES % PRODUCTS_OF_A_COMPANY, event);
    }

    private Stream<AllowedCompany> allowed(boolean names) {
        return IntStream.range(0, companies).mapToObj(company -> DeliveryTopics.company(company, locations, names));
    }

    private void put(int company, int product, int event) {
        long companyId = GeneratedCatalog.companyId(company);
        String barcode = GeneratedCatalog.barcode(product);
        ScopedVariant key = new ScopedVariant(new Scope.Company(companyId), barcode);
        DisplayAttributes attributes =
                new DisplayAttributes("Renamed", null, Received.EVENT + event, null, null, null, null);
        VariantLayers layers = new VariantLayers(GeneratedCatalog.bpd(product), List.of(), null, attributes, null);
        topics.put(key, VariantRecords.companyVariant(key, ++revision, layers.resolve(), 0));
        topics.put(
                CatalogTopic.SKU_BARCODES,
                new ListingKey(companyId, companyId, GeneratedCatalog.sku(product)).encode(),
                Long.toString(companyId),
                new SkuBarcode(barcode));
    }
}
