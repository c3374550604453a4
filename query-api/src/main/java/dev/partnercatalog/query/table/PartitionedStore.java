package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import java.util.OptionalLong;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A table's store, one partition at a time: never all of them, which would look for a key where it can't be. */
@FunctionalInterface
public interface PartitionedStore {

    /** One partition. */
    @FunctionalInterface
    interface Partition {

        /**
         * What the table keeps of an identifier at a scope, null where there is nothing; throws {@link
         * CatalogUnavailableException}.
         */
        byte @Nullable [] find(Scope scope, String identifier);

        /** By how many records it is behind its topic, as far as anyone knows; 0 for all but standbys. */
        default long lag() {
            return 0;
        }
    }

    /** The partition, if this instance has it; throws {@link CatalogUnavailableException} otherwise. */
    Partition partition(int partition);

    /**
     * The stores of a running application: those that its own tasks keep and have filled, and other copies as long as
     * they are known to be whole and at most {@code maxLag} records behind.
     */
    static PartitionedStore of(KafkaStreams streams, Table table, CopyWatch copies, long maxLag) {
        return partition -> {
            ReadOnlyKeyValueStore<String, byte[]> own =
                    copies.isFilled(table, partition) ? find(streams, table, partition, false) : null;
            if (own != null) {
                return new Held(own, table, partition, 0);
            }
            OptionalLong lag = copies.lag(table, partition);
            ReadOnlyKeyValueStore<String, byte[]> copy =
                    lag.isPresent() && lag.getAsLong() <= maxLag ? find(streams, table, partition, true) : null;
            if (copy == null) {
                throw CatalogUnavailableException.of(table, partition);
            }
            return new Held(copy, table, partition, lag.getAsLong());
        };
    }

    /**
     * Null where it isn't here: partitions move at any time.
     *
     * @param copies whether a store may be one that no running task of this instance keeps: a standby, or one that is
     *     still being restored
     */
    static @Nullable ReadOnlyKeyValueStore<String, byte[]> find(
            KafkaStreams streams, Table table, int partition, boolean copies) {
        var wanted = StoreQueryParameters.fromNameAndType(
                        table.storeName(), QueryableStoreTypes.<String, byte[]>keyValueStore())
                .withPartition(partition);
        try {
            return streams.store(copies ? wanted.enableStaleStores() : wanted);
        } catch (InvalidStateStoreException e) {
            return null;
        }
    }

    /** A partition that was here when it was looked for. */
    record Held(ReadOnlyKeyValueStore<String, byte[]> store, Table table, int partition, long lag)
            implements Partition {

        private static final Logger LOG = LoggerFactory.getLogger(Held.class);

        @Override
        public byte @Nullable [] find(Scope scope, String identifier) {
            try {
                return table.find(store::get, scope, identifier);
            } catch (InvalidStateStoreException e) {
                throw CatalogUnavailableException.of(table, partition);
            } catch (ProcessorStateException e) {
                LOG.error("The local store {} of partition {} can't be read", table.storeName(), partition, e);
                throw CatalogUnavailableException.of(table, partition);
            }
        }
    }
}
