package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Finds records in the partitions that this instance holds. Thread-safe. */
public final class LocalRecords implements RecordSource {

    private final Map<Table, PartitionedStore> stores;

    public LocalRecords(Map<Table, PartitionedStore> stores) {
        this.stores = Map.copyOf(stores);
    }

    @Override
    public Reading<Map<String, byte[]>> find(
            Table table, Scope scope, Map<Integer, ? extends Collection<String>> identifiers) {
        Map<String, byte[]> found = new HashMap<>();
        long lag = 0;
        for (Map.Entry<Integer, ? extends Collection<String>> wanted : identifiers.entrySet()) {
            Reading<Map<String, byte[]>> here = read(table, scope, wanted.getKey(), wanted.getValue());
            found.putAll(here.found());
            lag = Math.max(lag, here.lag());
        }
        return new Reading<>(found, lag);
    }

    /**
     * What one partition holds.
     *
     * @throws CatalogUnavailableException where it is not here
     */
    public Reading<Map<String, byte[]>> read(Table table, Scope scope, int partition, Collection<String> identifiers) {
        PartitionedStore store = stores.get(table);
        if (store == null) {
            throw new IllegalStateException("no store of " + table);
        }
        PartitionedStore.Partition here = store.partition(partition);
        Map<String, byte[]> found = new HashMap<>();
        for (String identifier : identifiers) {
            byte[] record = here.find(scope, identifier);
            if (record != null) {
                found.put(identifier, record);
            }
        }
        return new Reading<>(found, here.lag());
    }
}
