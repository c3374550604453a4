package dev.partnercatalog.query.table;

import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.QueryableStoreType;
import org.apache.kafka.streams.state.internals.StateStoreProvider;

/** The store type for interactive queries of a {@link TableStore}. */
public final class TableStoreType implements QueryableStoreType<TableStore> {

    @Override
    public boolean accepts(StateStore store) {
        return store instanceof TableStore;
    }

    @Override
    public TableStore create(StateStoreProvider provider, String name) {
        // A global store is one.
        return provider.stores(name, this).get(0);
    }
}
