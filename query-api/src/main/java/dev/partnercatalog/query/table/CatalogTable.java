package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.schemas.topic.CatalogTopic;

/** The tables: topics of which each instance keeps all partitions in a global store. */
public enum CatalogTable {
    /** BPD's variants, kept as images with their revisions, and in memory as far as they fit. */
    VARIANTS(CatalogTopic.RESOLVED_VARIANTS, "variant-images-" + VariantImage.VERSION + "-1"),

    /** Variants of companies and locations: what has content, kept as images likewise; references are only on disk. */
    COMPANY_VARIANTS(CatalogTopic.COMPANY_VARIANTS, "company-variant-images-" + VariantImage.VERSION + "-1"),

    /** Barcodes by SKU, as listed by one location or, at company scope, by the whole company; in memory likewise. */
    SKUS(CatalogTopic.SKU_BARCODES, CatalogTopic.SKU_BARCODES.baseName() + "-1");

    private final CatalogTopic topic;
    private final String storeName;

    CatalogTable(CatalogTopic topic, String storeName) {
        this.topic = topic;
        this.storeName = storeName;
    }

    CatalogTopic topic() {
        return topic;
    }

    /** Contains the form of the values, and that of the additional rows: a store in another form has another name. */
    String storeName() {
        return storeName;
    }
}
