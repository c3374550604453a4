package dev.partnercatalog.query.table;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The barcodes that SKUs are listed for. Thread-safe. */
public final class SkuTable {

    private static final Logger LOG = LoggerFactory.getLogger(SkuTable.class);

    private final RecordSource source;
    private final SchemaRegistry registry;
    private final String topicPrefix;
    private final int partitions;

    /**
     * @param source where the records are found
     * @param partitions that the topic has
     */
    public SkuTable(RecordSource source, SchemaRegistry registry, String topicPrefix, int partitions) {
        this.source = source;
        this.registry = registry;
        this.topicPrefix = topicPrefix;
        this.partitions = partitions;
    }

    /**
     * SKU to barcode, as one location lists them; without those that it doesn't list, or whose record can't be read.
     *
     * @param locationId equal to {@code companyId} for the company-wide listings
     * @throws CatalogUnavailableException where the partition can't be read
     */
    public Reading<Map<String, String>> find(long companyId, long locationId, Collection<String> skus) {
        int partition = Partitioning.byScope(companyId, locationId, partitions);
        List<String> wellFormed = skus.stream().filter(Ids::isSku).toList();
        return source.find(Table.SKUS, new Scope(companyId, locationId), Map.of(partition, wellFormed))
                .map(records -> decoded(companyId, locationId, records));
    }

    private Map<String, String> decoded(long companyId, long locationId, Map<String, byte[]> records) {
        Map<String, String> found = new HashMap<>();
        OwnRecords<SkuBarcode> reader =
                new OwnRecords<>(CatalogTopic.SKU_BARCODES, SkuBarcode.class, registry, topicPrefix, partitions);
        records.forEach((sku, record) -> {
            try {
                String key = new ListingKey(companyId, locationId, sku).encode();
                found.put(sku, reader.value(key, record).getBarcode());
            } catch (UnreadableRecordException e) {
                LOG.debug("the listing of {} can't be read, and was named when it came", sku, e);
            }
        });
        return found;
    }
}
