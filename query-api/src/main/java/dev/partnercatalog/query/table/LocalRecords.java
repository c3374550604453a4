package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Finds records in the partitions that this instance holds. Thread-safe. */
public final class LocalRecords implements RecordSource {

    /**
     * What was found.
     *
     * @param records by identifier
     * @param lag by how many records the partition is behind its topic
     */
    public record Found(Map<String, byte[]> records, long lag) {}

    private final Map<Table, PartitionedStore> stores;

    public LocalRecords(Map<Table, PartitionedStore> stores) {
        this.stores = Map.copyOf(stores);
    }

    @Override
    public Map<String, byte[]> find(Table table, Scope scope, Map<Integer, ? extends Collection<String>> identifiers) {
        Map<String, byte[]> found = new HashMap<>();
        identifiers.forEach((partition, here) ->
                found.putAll(read(table, scope, partition, here).records()));
        return found;
    }

    /**
     * What one partition holds.
     *
     * @throws CatalogUnavailableException where it is not here
     */
    public Found read(Table table, Scope scope, int partition, Collection<String> identifiers) {
        PartitionedStore store = stores.get(table);
        if (store == null) {
            throw new IllegalStateException("no store of " + table);
        }
        PartitionedStore.Partition here = store.partition(partition);
        Map<String, byte[]> found = new HashMap<>();
        for (String identifier : identifiers) {
            byte[] record = table.find(here, scope, identifier);
            if (record != null) {
                found.put(identifier, record);
            }
        }
        return new Found(found, here.lag());
    }
}
