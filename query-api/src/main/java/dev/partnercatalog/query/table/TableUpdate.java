package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.trace.CanaryWatch;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.key.Canary;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Puts a table topic's records into its store, in the form in which the table keeps them. Kafka Streams makes it when
 * the store is restored, and closes it before the partition goes elsewhere.
 */
final class TableUpdate extends ContextualProcessor<byte[], byte[], Void, Void> {

    private final Table table;
    private final int partitions;
    private final IncomingRecords incoming;
    private final TableState state;
    private final MemoryFilling memory;
    private final UnreadableRecords unreadable;
    private final CanaryWatch canaries;
    private @Nullable KeyValueStore<String, byte[]> store;

    /** @param partitions that the topic has */
    TableUpdate(
            Table table,
            int partitions,
            IncomingRecords incoming,
            TableState state,
            MemoryFilling memory,
            UnreadableRecords unreadable,
            CanaryWatch canaries) {
        this.table = table;
        this.partitions = partitions;
        this.incoming = incoming;
        this.state = state;
        this.memory = memory;
        this.unreadable = unreadable;
        this.canaries = canaries;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        store = context.getStateStore(table.storeName());
        OpenTable open = partition().started();
        if (open != null) {
            memory.add(open);
        }
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        KeyValueStore<String, byte[]> target = store;
        if (target == null) {
            throw new IllegalStateException("not initialized");
        }
        RecordMetadata at = context().recordMetadata().orElseThrow();
        String key = key(record, at);
        if (key != null && Canary.is(key)) {
            canaries.arrived(new TopicPartition(at.topic(), at.partition()), Cause.of(record.headers()));
        }
        if (key != null) {
            target.put(key, incoming.kept(key, record.value(), at.partition(), at.offset()));
        }
        partition().applied(at.offset());
    }

    private TablePartition partition() {
        return state.partition(table, context().taskId().partition());
    }

    /** Null where nobody can ask for it. */
    private @Nullable String key(Record<byte[], byte[]> record, RecordMetadata at) {
        try {
            return OwnRecords.key(table.topic(), record.key(), at.partition(), partitions);
        } catch (UnreadableRecordException e) {
            if (record.value() != null) {
                unreadable.found(new UnreadableRecord(
                        table.topic(), at.partition(), at.offset(), record.key(), String.valueOf(e.getMessage())));
            } else if (record.key() != null) {
                unreadable.gone(table.topic(), at.partition(), record.key());
            }
            return null;
        }
    }

    @Override
    public void close() {
        partition().stopped();
    }
}
