package dev.partnercatalog.runtime.table;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Puts what arrives into the table and tells that it changed. */
final class GlobalTableUpdate extends ContextualProcessor<String, byte[], Void, Void> {

    private final String table;
    private final AtomicLong version;
    private @Nullable KeyValueStore<String, byte[]> store;

    GlobalTableUpdate(String table, AtomicLong version) {
        this.table = table;
        this.version = version;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        store = context.getStateStore(table);
    }

    @Override
    public void process(Record<String, byte[]> record) {
        if (store != null && record.key() != null) {
            store.put(record.key(), record.value());
            version.incrementAndGet();
        }
    }
}
