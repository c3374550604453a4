package dev.partnercatalog.query.table;

import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The barcodes that SKUs are listed for. Thread-safe. */
public final class SkuTable {

    private final RecordSource source;
    private final SchemaRegistry registry;
    private final String topic;
    private final int partitions;

    /**
     * @param source where the records are found
     * @param topics which one of them is ours, and how many partitions it has
     */
    public SkuTable(RecordSource source, SchemaRegistry registry, TopicSettings topics) {
        this.source = source;
        this.registry = registry;
        this.topic = Table.SKUS.topicName(topics.prefix());
        this.partitions = topics.partitions();
    }

    /**
     * SKU to barcode, as one location lists them; without those that it doesn't list.
     *
     * @param locationId equal to {@code companyId} for the company-wide listings
     * @throws CatalogUnavailableException where the partition can't be read
     * @throws dev.partnercatalog.schemas.registry.UnreadableRecordException where a record that is needed can't be read
     */
    public Reading<Map<String, String>> find(long companyId, long locationId, Collection<String> skus) {
        int partition = Partitioning.byScope(companyId, locationId, partitions);
        List<String> wellFormed = skus.stream().filter(Ids::isSku).toList();
        return source.find(Table.SKUS, new Scope(companyId, locationId), Map.of(partition, wellFormed))
                .map(this::decoded);
    }

    private Map<String, String> decoded(Map<String, byte[]> records) {
        Map<String, String> found = new HashMap<>();
        try (RecordDeserializer<SkuBarcode> decoder = new RecordDeserializer<>(registry, SkuBarcode.class)) {
            records.forEach((sku, record) ->
                    found.put(sku, decoder.deserialize(topic, record).getBarcode()));
        }
        return found;
    }
}
