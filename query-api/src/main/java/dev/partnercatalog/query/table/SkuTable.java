package dev.partnercatalog.query.table;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The barcodes that SKUs are listed for. Its store holds a record's bytes as the topic has them. Thread-safe. */
public final class SkuTable {

    /** The store's name. */
    public static final String NAME = CatalogTopic.SKU_BARCODES.baseName();

    private final PartitionedStore store;
    private final SchemaRegistry registry;
    private final int partitions;

    /**
     * Reads a store that {@link TableTopology} fills.
     *
     * @param partitions that the topic has
     */
    public SkuTable(PartitionedStore store, SchemaRegistry registry, int partitions) {
        this.store = store;
        this.registry = registry;
        this.partitions = partitions;
    }

    /**
     * SKU to barcode, as one location lists them; without those that it doesn't list.
     *
     * @param locationId equal to {@code companyId} for the company-wide listings
     * @throws CatalogUnavailableException where the partition isn't here
     * @throws dev.partnercatalog.schemas.registry.UnreadableRecordException where a record that is needed can't be read
     */
    public Map<String, String> find(long companyId, long locationId, Collection<String> skus) {
        Map<String, String> found = new HashMap<>();
        PartitionedStore.Partition partition = store.partition(Partitioning.byScope(companyId, locationId, partitions));
        try (RecordDeserializer<SkuBarcode> decoder = new RecordDeserializer<>(registry, SkuBarcode.class)) {
            for (String sku : skus) {
                byte[] record =
                        Ids.isSku(sku) ? partition.get(new ListingKey(companyId, locationId, sku).encode()) : null;
                if (record != null) {
                    found.put(sku, decoder.deserialize(NAME, record).getBarcode());
                }
            }
        }
        return found;
    }
}
