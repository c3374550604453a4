package dev.partnercatalog.benchmarks.capacity;

import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.util.List;
import org.apache.avro.Schema;

/** Publishes the generated catalog's variants, every tenth of which a company lists, and listings of those. */
final class Upstream {

    private static final int LISTED_OF = 10;
    private static final long FIRST_LOCATION = 1_000_000;

    private final TopicWriter topics;
    private int published;

    Upstream(TopicWriter topics) {
        this.topics = topics;
    }

    /** The number of entries to which this many variants resolve: one each, and a company's for each listed variant. */
    static long entries(int variants) {
        return variants + (variants + LISTED_OF - 1L) / LISTED_OF;
    }

    /** Adds a listing of each listed variant, at a location of its company that has none. */
    int publishListings(int location) throws IOException {
        int listed = 0;
        for (int variant = 0; variant < published; variant += LISTED_OF) {
            long companyId = companyOf(variant);
            list(companyId, FIRST_LOCATION + location, "sku-" + variant, GeneratedCatalog.barcode(variant));
            listed++;
        }
        topics.flush();
        return listed;
    }

    /** Adds a listing of each listed variant, by a company that has none of it. */
    int publishFurtherCompanies() throws IOException {
        int listed = 0;
        for (int variant = 0; variant < published; variant += LISTED_OF) {
            long companyId = companyOf(variant + LISTED_OF);
            list(companyId, companyId, "sku-" + variant, GeneratedCatalog.barcode(variant));
            listed++;
        }
        topics.flush();
        return listed;
    }

    /** Publishes more, until there are this many variants. */
    void publishUpTo(int variants) throws IOException {
        for (; published < variants; published++) {
            String barcode = GeneratedCatalog.barcode(published);
            topics.put(CatalogTopic.BPD_VARIANTS, barcode, barcode, bpd(barcode, published));
            if (published % LISTED_OF == 0) {
                long companyId = companyOf(published);
                list(companyId, companyId, "sku-" + published, barcode);
            }
        }
        topics.flush();
    }

    private static long companyOf(int variant) {
        return GeneratedCatalog.companyId(variant / LISTED_OF % GeneratedCatalog.COMPANIES);
    }

    private void list(long companyId, long locationId, String sku, String barcode) {
        topics.put(
                CatalogTopic.LISTINGS,
                new ListingKey(companyId, locationId, sku).encode(),
                sku,
                new Listing(companyId, locationId, sku, barcode));
    }

    private static BpdVariant bpd(String barcode, int variant) {
        VariantLayers layers = new VariantLayers(GeneratedCatalog.bpd(variant), List.of(), null, null, null);
        ResolvedVariant resolved =
                VariantRecords.variant(new ScopedVariant(Scope.everywhere(), barcode), 0, layers.resolve());
        BpdVariant bpd = new BpdVariant();
        // A field has the same name and type in both.
        for (Schema.Field field : bpd.getSchema().getFields()) {
            bpd.put(field.pos(), resolved.get(field.name()));
        }
        return bpd;
    }
}
