package dev.partnercatalog.query.table;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The resolved variants. Its store holds a record's bytes as the topic has them, which name the schema they were written
 * with; they are decoded when they are read. Thread-safe.
 */
public final class VariantTable {

    private final RecordSource source;
    private final SchemaRegistry registry;
    private final int partitions;

    /**
     * @param source where the records are found
     * @param partitions that the topic has
     */
    public VariantTable(RecordSource source, SchemaRegistry registry, int partitions) {
        this.source = source;
        this.registry = registry;
        this.partitions = partitions;
    }

    /**
     * The entries that hold at a scope, by barcode; without those that don't resolve.
     *
     * @throws CatalogUnavailableException where a partition can't be read
     * @throws dev.partnercatalog.schemas.registry.UnreadableRecordException where a record that is needed can't be read
     */
    public Reading<Map<String, ResolvedEntry>> find(Scope scope, Collection<String> barcodes) {
        return source.find(Table.VARIANTS, scope, byPartition(barcodes)).map(this::decoded);
    }

    private Map<String, ResolvedEntry> decoded(Map<String, byte[]> records) {
        Map<String, ResolvedEntry> found = new HashMap<>();
        try (RecordDeserializer<ResolvedVariant> decoder = new RecordDeserializer<>(registry, ResolvedVariant.class)) {
            records.forEach((barcode, record) ->
                    found.put(barcode, VariantRecords.entry(decoder.deserialize(Table.VARIANTS.storeName(), record))));
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
}
