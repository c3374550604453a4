package dev.partnercatalog.benchmarks.feed;

import dev.partnercatalog.benchmarks.setup.CatalogTopics;
import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** One location that lists many variants, with a company entry for each. Not thread-safe. */
final class FeedTopics implements AutoCloseable {

    static final long COMPANY = GeneratedCatalog.companyId(0);
    static final long LOCATION = GeneratedCatalog.locationId(0, 0);

    /** In the catalog with the partner and the client. */
    private static final int OTHERS = 1_000;

    private final TopicWriter topics;
    private int changes;

    private FeedTopics(TopicWriter topics) {
        this.topics = topics;
    }

    static FeedTopics write(KafkaSettings kafka, URI registry, int listed) throws Exception {
        new CatalogTopics(kafka, registry, OTHERS).write();
        FeedTopics written = new FeedTopics(new TopicWriter(kafka, registry));
        for (int variant = 0; variant < listed; variant++) {
            String barcode = GeneratedCatalog.barcode(variant);
            written.put(variant, GeneratedCatalog.bpd(variant));
            written.topics.put(
                    CatalogTopic.SKU_BARCODES,
                    new ListingKey(COMPANY, LOCATION, "sku-" + variant).encode(),
                    Long.toString(COMPANY),
                    new SkuBarcode(barcode));
        }
        written.topics.flush();
        return written;
    }

    /** Changes the name of a variant, to a different one each time. */
    void change(int variant) throws IOException {
        changes++;
        put(
                variant,
                FieldValues.builder()
                        .set(VariantField.NAME, "Change " + changes)
                        .build());
        topics.flush();
    }

    private void put(int variant, FieldValues values) {
        ScopedVariant key = new ScopedVariant(new Scope.Company(COMPANY), GeneratedCatalog.barcode(variant));
        topics.put(
                key,
                new CompanyVariant(
                        null,
                        VariantRecords.variant(
                                key, 1, new VariantLayers(values, List.of(), null, null, null).resolve())));
    }

    @Override
    public void close() throws IOException {
        topics.close();
    }
}
