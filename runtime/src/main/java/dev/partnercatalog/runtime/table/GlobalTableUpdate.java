package dev.partnercatalog.runtime.table;

import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Puts arriving records into the table and signals that it changed. Records whose key is invalid or in the wrong
 * partition are left out: in a partition other than its key's, a record would hide or delete the one that counts.
 */
final class GlobalTableUpdate extends ContextualProcessor<byte[], byte[], Void, Void> {

    private final CatalogTopic topic;
    private final int partitions;
    private final Consumer<String> changed;
    private final GlobalTable.Applied applied;
    private final UnreadableRecords unreadable;
    private final Arrivals<?> arrivals;
    private @Nullable KeyValueStore<String, byte[]> store;

    GlobalTableUpdate(
            CatalogTopic topic,
            int partitions,
            Consumer<String> changed,
            GlobalTable.Applied applied,
            UnreadableRecords unreadable,
            Arrivals<?> arrivals) {
        this.topic = topic;
        this.partitions = partitions;
        this.changed = changed;
        this.applied = applied;
        this.unreadable = unreadable;
        this.arrivals = arrivals;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        store = context.getStateStore(topic.baseName());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata at = context().recordMetadata().orElseThrow();
        update(record, at);
        applied.applied(new TopicPartition(at.topic(), at.partition()), at.offset());
    }

    private void update(Record<byte[], byte[]> record, RecordMetadata at) {
        KeyValueStore<String, byte[]> table = store;
        if (table == null || record.key() == null) {
            return; // Brokers accept no record without a key in a compacted topic.
        }
        String key;
        try {
            key = OwnRecords.key(topic, record.key(), at.partition(), partitions);
        } catch (UnreadableRecordException e) {
            if (record.value() == null) {
                unreadable.gone(topic, at.partition(), record.key());
            } else {
                unreadable.found(new UnreadableRecord(
                        topic, at.partition(), at.offset(), record.key(), String.valueOf(e.getMessage())));
            }
            return;
        }
        byte[] stored = record.value() == null ? null : PackedRecord.pack(record.value());
        table.put(key, stored);
        changed.accept(key);
        arrivals.add(key, stored, at.partition(), at.offset());
    }
}
