package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The partitioned tables, and how a record of each is found in its partition. */
public enum Table {
    /** Resolved variants by barcode: a scope without an entry of its own has the next wider one's. */
    VARIANTS(CatalogTopic.RESOLVED_VARIANTS, "variant-images-" + VariantImage.VERSION) {
        @Override
        byte @Nullable [] find(Records records, Scope scope, String barcode) {
            byte[] record = null;
            if (!scope.isCompany()) {
                record = records.get(VariantKey.ofLocation(barcode, scope.companyId(), scope.locationId())
                        .encode());
            }
            if (record == null) {
                record = records.get(
                        VariantKey.ofCompany(barcode, scope.companyId()).encode());
            }
            return record == null ? records.get(VariantKey.everywhere(barcode).encode()) : record;
        }
    },

    /** Barcodes by SKU, as one location lists them, or at company scope the whole company. */
    SKUS(CatalogTopic.SKU_BARCODES, CatalogTopic.SKU_BARCODES.baseName()) {
        @Override
        byte @Nullable [] find(Records records, Scope scope, String sku) {
            return records.get(new ListingKey(scope.companyId(), scope.locationId(), sku).encode());
        }
    };

    /** What a partition of a table has, by key. */
    @FunctionalInterface
    interface Records {

        /** Null where there is nothing. */
        byte @Nullable [] get(String key);
    }

    private final CatalogTopic topic;
    private final String storeName;

    Table(CatalogTopic topic, String storeName) {
        this.topic = topic;
        this.storeName = storeName;
    }

    /** The table with a store of that name, if there is one. */
    public static Optional<Table> ofStoreName(String name) {
        return Arrays.stream(values())
                .filter(table -> table.storeName().equals(name))
                .findFirst();
    }

    /** Of the table's topic. */
    public String baseName() {
        return topic.baseName();
    }

    /**
     * Names the form of the values, too: a store, or another instance, that has them in another form goes by another name.
     */
    public String storeName() {
        return storeName;
    }

    CatalogTopic topic() {
        return topic;
    }

    public String topicName(String prefix) {
        return topic.name(prefix);
    }

    /** What the table keeps of an identifier at a scope, null where there is nothing. */
    abstract byte @Nullable [] find(Records records, Scope scope, String identifier);
}
