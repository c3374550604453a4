package dev.partnercatalog.query.table;

import dev.partnercatalog.schemas.topic.CatalogTopic;

/** The tables: topics of which each instance keeps all partitions in a global store. */
public enum StoredTable {
    /** BPD's variants with their revisions, in memory as far as they fit. */
    VARIANTS(CatalogTopic.RESOLVED_VARIANTS),

    /** Variants of companies and locations: what has content, in memory likewise; references are only on disk. */
    COMPANY_VARIANTS(CatalogTopic.COMPANY_VARIANTS),

    /** Barcodes by SKU, as listed by one location or, at company scope, by the whole company; in memory likewise. */
    SKUS(CatalogTopic.SKU_BARCODES);

    private final CatalogTopic topic;

    StoredTable(CatalogTopic topic) {
        this.topic = topic;
    }

    CatalogTopic topic() {
        return topic;
    }

    String baseName() {
        return topic.baseName();
    }

    /** Contains the form of the values, and that of the additional rows: a store in another form has another name. */
    String storeName() {
        return baseName() + "-1";
    }
}
