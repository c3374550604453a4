package dev.partnercatalog.query.table;

import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** A table's store, one partition at a time: never all of them, which would look for a key where it can't be. */
@FunctionalInterface
public interface PartitionedStore {

    /** One partition. */
    @FunctionalInterface
    interface Partition {

        /** The value's bytes, null where there is none; throws {@link CatalogUnavailableException}. */
        byte @Nullable [] get(String key);
    }

    /** The partition, if this instance has it; throws {@link CatalogUnavailableException} otherwise. */
    Partition partition(int partition);

    /** The stores of a running application, active ones only: nothing half restored is read. */
    static PartitionedStore of(KafkaStreams streams, String name) {
        return partition -> {
            try {
                ReadOnlyKeyValueStore<String, byte[]> store = streams.store(
                        StoreQueryParameters.fromNameAndType(name, QueryableStoreTypes.<String, byte[]>keyValueStore())
                                .withPartition(partition));
                return key -> get(store, key, name, partition);
            } catch (InvalidStateStoreException e) {
                throw unavailable(name, partition);
            }
        };
    }

    private static byte @Nullable [] get(
            ReadOnlyKeyValueStore<String, byte[]> store, String key, String name, int partition) {
        try {
            return store.get(key);
        } catch (InvalidStateStoreException e) {
            throw unavailable(name, partition);
        }
    }

    private static CatalogUnavailableException unavailable(String name, int partition) {
        return new CatalogUnavailableException("Partition " + partition + " of " + name + " is not here now.");
    }
}
