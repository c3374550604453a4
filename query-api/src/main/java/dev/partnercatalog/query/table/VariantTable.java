package dev.partnercatalog.query.table;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The resolved variants. Its store holds a record's bytes as the topic has them, which name the schema they were written
 * with; they are decoded when they are read. Thread-safe.
 */
public final class VariantTable {

    /** The store's name. */
    public static final String NAME = CatalogTopic.RESOLVED_VARIANTS.baseName();

    private final PartitionedStore store;
    private final SchemaRegistry registry;
    private final int partitions;

    /**
     * Reads a store that {@link TableTopology} fills.
     *
     * @param partitions that the topic has
     */
    public VariantTable(PartitionedStore store, SchemaRegistry registry, int partitions) {
        this.store = store;
        this.registry = registry;
        this.partitions = partitions;
    }

    /**
     * The entries that hold at a scope, by barcode; without those that don't resolve.
     *
     * @throws CatalogUnavailableException where a partition isn't here
     * @throws dev.partnercatalog.schemas.registry.UnreadableRecordException where a record that is needed can't be read
     */
    public Map<String, ResolvedEntry> find(Scope scope, Collection<String> barcodes) {
        Map<String, ResolvedEntry> found = new HashMap<>();
        try (RecordDeserializer<ResolvedVariant> decoder = new RecordDeserializer<>(registry, ResolvedVariant.class)) {
            byPartition(barcodes).forEach((number, here) -> {
                PartitionedStore.Partition partition = store.partition(number);
                for (String barcode : here) {
                    byte[] record = mostSpecific(partition, scope, barcode);
                    if (record != null) {
                        found.put(barcode, VariantRecords.entry(decoder.deserialize(NAME, record)));
                    }
                }
            });
        }
        return found;
    }

    private Map<Integer, List<String>> byPartition(Collection<String> barcodes) {
        Map<Integer, List<String>> byPartition = new TreeMap<>();
        for (String barcode : barcodes) {
            if (Ids.isBarcode(barcode)) {
                byPartition
                        .computeIfAbsent(Partitioning.byBarcode(barcode, partitions), partition -> new ArrayList<>())
                        .add(barcode);
            }
        }
        return byPartition;
    }

    /** A scope without an entry of its own has the next wider one's. */
    private static byte @Nullable [] mostSpecific(PartitionedStore.Partition partition, Scope scope, String barcode) {
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
}
