package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The partitioned tables, and how a record of each is found in its partition. */
public enum Table {
    /** Resolved variants by barcode: a scope without an entry of its own has the next wider one's. */
    VARIANTS(CatalogTopic.RESOLVED_VARIANTS) {
        @Override
        byte @Nullable [] find(PartitionedStore.Partition partition, Scope scope, String barcode) {
            byte[] record = null;
            if (!scope.isCompany()) {
                record = partition.get(VariantKey.ofLocation(barcode, scope.companyId(), scope.locationId())
                        .encode());
            }
            if (record == null) {
                record = partition.get(
                        VariantKey.ofCompany(barcode, scope.companyId()).encode());
            }
            return record == null ? partition.get(VariantKey.everywhere(barcode).encode()) : record;
        }
    },

    /** Barcodes by SKU, as one location lists them, or at company scope the whole company. */
    SKUS(CatalogTopic.SKU_BARCODES) {
        @Override
        byte @Nullable [] find(PartitionedStore.Partition partition, Scope scope, String sku) {
            return partition.get(new ListingKey(scope.companyId(), scope.locationId(), sku).encode());
        }
    };

    private final CatalogTopic topic;

    Table(CatalogTopic topic) {
        this.topic = topic;
    }

    /** The table of a topic, if there is one. */
    public static Optional<Table> ofBaseName(String name) {
        return Arrays.stream(values())
                .filter(table -> table.storeName().equals(name))
                .findFirst();
    }

    /** Also the base name of the table's topic. */
    public String storeName() {
        return topic.baseName();
    }

    public String topicName(String prefix) {
        return topic.name(prefix);
    }

    /** The record's bytes, null where there is none. */
    abstract byte @Nullable [] find(PartitionedStore.Partition partition, Scope scope, String identifier);
}
