package dev.partnercatalog.query.table;

import java.util.Map;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Makes the stores of one table. Its topic is its log, and it has a cache of its own: a topology that asks Kafka Streams
 * for either is wrong, and fails when it is built.
 */
record TableStoreBuilder(StoredTable table, String topic, TableStores shared) implements StoreBuilder<TableStore> {

    @Override
    public TableStore build() {
        return new TableStore(table, topic, shared);
    }

    @Override
    public String name() {
        return table.storeName();
    }

    @Override
    public StoreBuilder<TableStore> withCachingEnabled() {
        throw new UnsupportedOperationException("it has a cache of its own");
    }

    @Override
    public StoreBuilder<TableStore> withCachingDisabled() {
        return this;
    }

    @Override
    public StoreBuilder<TableStore> withLoggingEnabled(Map<String, String> config) {
        throw new UnsupportedOperationException("its topic is its log");
    }

    @Override
    public StoreBuilder<TableStore> withLoggingDisabled() {
        return this;
    }

    @Override
    public Map<String, String> logConfig() {
        return Map.of();
    }

    @Override
    public boolean loggingEnabled() {
        return false;
    }
}
