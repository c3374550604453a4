package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** What the readers find: the entries and listings in our topics. */
final class ServedTables implements Side {

    private static final List<CatalogTopic> TOPICS =
            List.of(CatalogTopic.RESOLVED_VARIANTS, CatalogTopic.COMPANY_VARIANTS, CatalogTopic.SKU_BARCODES);

    private final CatalogLogs logs;

    ServedTables(CatalogLogs logs) {
        this.logs = logs;
    }

    @Override
    public void read(Receiver receiver) {
        TOPICS.forEach(topic -> logs.readTable(topic, ServedTables::content, receiver));
    }

    /**
     * What readers make of a record: what partners can be shown of it, and the product's revision, which a product's
     * record and the references to it must agree on. An entry's own revision isn't part of that.
     */
    static long content(SpecificRecord record) {
        if (record instanceof SkuBarcode listing) {
            return Inputs.of(listing.getBarcode());
        }
        if (record instanceof ResolvedVariant product) {
            return Inputs.of(image(product) + " at " + product.getRevision());
        }
        CompanyVariant entry = (CompanyVariant) record;
        ProductReference reference = entry.getReference();
        return reference == null ? image(entry.getContent()) : Inputs.of("product " + reference.getProduct());
    }

    private static long image(ResolvedVariant variant) {
        return KeyDigest.hashOf(VariantRecords.image(variant));
    }

    @Override
    public void settle() {
        logs.settle(TOPICS.stream().map(logs::name).toList());
    }

    @Override
    public long size() {
        return TOPICS.stream().mapToLong(topic -> logs.size(logs.name(topic))).sum();
    }
}
