package dev.partnercatalog.query.table;

import java.util.OptionalLong;
import java.util.function.IntPredicate;
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

        /** By how many records it is behind its topic, as far as anyone knows; 0 for all but standbys. */
        default long lag() {
            return 0;
        }
    }

    /** The partition, if this instance has it; throws {@link CatalogUnavailableException} otherwise. */
    Partition partition(int partition);

    /**
     * The stores of a running application: the active ones that are caught up, and standbys as long as they are known to
     * be at most {@code maxLag} records behind.
     */
    static PartitionedStore of(
            KafkaStreams streams, Table table, IntPredicate caughtUp, StandbyLag standbyLag, long maxLag) {
        return partition -> {
            if (caughtUp.test(partition)) {
                ReadOnlyKeyValueStore<String, byte[]> active = store(streams, table, partition, false);
                if (active != null) {
                    return new Held(active, table, partition, 0);
                }
            }
            OptionalLong lag = standbyLag.of(table, partition);
            if (lag.isPresent() && lag.getAsLong() <= maxLag) {
                ReadOnlyKeyValueStore<String, byte[]> standby = store(streams, table, partition, true);
                if (standby != null) {
                    return new Held(standby, table, partition, lag.getAsLong());
                }
            }
            throw unavailable(table, partition);
        };
    }

    /** The store if this instance has it so, else null: partitions move at any time. */
    private static @Nullable ReadOnlyKeyValueStore<String, byte[]> store(
            KafkaStreams streams, Table table, int partition, boolean standby) {
        var wanted = StoreQueryParameters.fromNameAndType(
                        table.storeName(), QueryableStoreTypes.<String, byte[]>keyValueStore())
                .withPartition(partition);
        try {
            return streams.store(standby ? wanted.enableStaleStores() : wanted);
        } catch (InvalidStateStoreException e) {
            return null;
        }
    }

    private static CatalogUnavailableException unavailable(Table table, int partition) {
        return new CatalogUnavailableException(
                "Partition " + partition + " of " + table.storeName() + " is not here now.");
    }

    /** A partition that was here when it was looked for. */
    record Held(ReadOnlyKeyValueStore<String, byte[]> store, Table table, int partition, long lag)
            implements Partition {

        @Override
        public byte @Nullable [] get(String key) {
            try {
                return store.get(key);
            } catch (InvalidStateStoreException e) {
                throw unavailable(table, partition);
            }
        }
    }
}
