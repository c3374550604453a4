package dev.partnercatalog.query.table;

import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a table topic's records into its store, in the form in which the table keeps them. Kafka Streams makes it when
 * the store is restored, and closes it before the partition goes elsewhere.
 */
final class TableUpdate extends ContextualProcessor<String, byte[], Void, Void> {

    private static final Logger LOG = LoggerFactory.getLogger(TableUpdate.class);

    private final Table table;
    private final IncomingRecords incoming;
    private final TableProgress progress;
    private final HeldVariants held;
    private @Nullable KeyValueStore<String, byte[]> store;

    TableUpdate(Table table, IncomingRecords incoming, TableProgress progress, HeldVariants held) {
        this.table = table;
        this.incoming = incoming;
        this.progress = progress;
        this.held = held;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        store = context.getStateStore(table.storeName());
        if (table == Table.VARIANTS) {
            held.activate(context.taskId().partition());
        }
    }

    @Override
    public void process(Record<String, byte[]> record) {
        KeyValueStore<String, byte[]> target = store;
        if (target == null) {
            throw new IllegalStateException("not initialized");
        }
        if (record.key() == null) {
            LOG.error("a record without a key was left out, at {}", place());
            progress.unreadable();
        } else {
            target.put(record.key(), incoming.kept(record.key(), record.value(), place()));
        }
        context()
                .recordMetadata()
                .ifPresent(at -> progress.applied(new TopicPartition(at.topic(), at.partition()), at.offset()));
    }

    @Override
    public void close() {
        if (table == Table.VARIANTS) {
            held.deactivate(context().taskId().partition());
        }
    }

    private String place() {
        return context()
                .recordMetadata()
                .map(at -> at.topic() + "-" + at.partition() + " offset " + at.offset())
                .orElse(table.baseName());
    }
}
