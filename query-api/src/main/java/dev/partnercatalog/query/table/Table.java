package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.schemas.topic.CatalogTopic;

/** The tables, each a topic of which this instance keeps every partition in a local store. */
public enum Table {
    /** Variants as BPD has them, kept as images, in memory as far as they fit. */
    VARIANTS(CatalogTopic.RESOLVED_VARIANTS, "variant-images-" + VariantImage.VERSION, true),

    /** Variants as companies and locations have them, kept likewise. */
    COMPANY_VARIANTS(CatalogTopic.COMPANY_VARIANTS, "company-variant-images-" + VariantImage.VERSION + "-1", true),

    /** Barcodes by SKU, as one location lists them, or at company scope the whole company. */
    SKUS(CatalogTopic.SKU_BARCODES, CatalogTopic.SKU_BARCODES.baseName() + "-1", false);

    private final CatalogTopic topic;
    private final String storeName;
    private final boolean inMemory;

    Table(CatalogTopic topic, String storeName, boolean inMemory) {
        this.topic = topic;
        this.storeName = storeName;
        this.inMemory = inMemory;
    }

    CatalogTopic topic() {
        return topic;
    }

    String baseName() {
        return topic.baseName();
    }

    /**
     * Names the form of the values, and then that of the rows beside them, too: a store that has them in another form goes
     * by another name.
     */
    String storeName() {
        return storeName;
    }

    /** Whether entries are kept in memory besides, as far as they fit. */
    boolean inMemory() {
        return inMemory;
    }
}
