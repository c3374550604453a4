package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * A partition of a table on disk, in the form in which the table keeps its records, and also in memory if the table is.
 * Kafka Streams restores a store from its topic unchanged. Here the records are converted on the way, and the
 * additional rows are created. Those need the records' offsets, which only an internal interface of Kafka Streams
 * provides. Each opening has its own cache.
 */
final class TableStore implements KeyValueStore<Bytes, byte[]> {

    private final KeyValueStore<Bytes, byte[]> disk;
    private final StoredTable table;
    private final IncomingRecords incoming;
    private final TableState state;
    private final MemoryFilling memory;
    private @Nullable OpenTable open;
    private @Nullable StateStoreContext records;
    private int partition;

    /** @param disk where everything is kept */
    TableStore(
            KeyValueStore<Bytes, byte[]> disk,
            StoredTable table,
            IncomingRecords incoming,
            TableState state,
            MemoryFilling memory) {
        this.disk = disk;
        this.table = table;
        this.incoming = incoming;
        this.state = state;
        this.memory = memory;
    }

    @Override
    public String name() {
        return disk.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        partition = context.taskId().partition();
        int opened = partition;
        OpenTable opening = new OpenTable(
                table, disk, table.inMemory() ? memory.newCache() : null, key -> incoming.metUnreadable(key, opened));
        open = opening;
        records = context;
        RecordBatchingStateRestoreCallback restore = batch -> opening.putAll(batch.stream()
                .filter(record -> !RowKey.isRow(record.key()))
                .map(this::restored)
                .toList());
        disk.init(new RestoringContext(context, restore), root);
        opening.opened();
        state.partition(table, partition).opened(opening);
    }

    private OpenTable.Incoming restored(ConsumerRecord<byte[], byte[]> record) {
        String key = new String(record.key(), StandardCharsets.UTF_8);
        return new OpenTable.Incoming(
                KeyValue.pair(Bytes.wrap(record.key()), incoming.restored(key, record.value(), partition)),
                record.offset());
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        opened().put(key, value, offset());
    }

    /** The offset of the record being processed. */
    private long offset() {
        return records == null
                ? UnreadableRecord.UNKNOWN
                : records.recordMetadata().map(RecordMetadata::offset).orElse(UnreadableRecord.UNKNOWN);
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
        byte[] before = disk.get(key);
        if (before == null) {
            put(key, value);
        }
        return before;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        long offset = offset();
        opened().putAll(entries.stream()
                .map(entry -> new OpenTable.Incoming(entry, offset))
                .toList());
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        byte[] before = disk.get(key);
        put(key, null);
        return before;
    }

    private OpenTable opened() {
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        return open;
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return disk.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        return disk.range(from, to);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return opened().records();
    }

    @Override
    public long approximateNumEntries() {
        return disk.approximateNumEntries();
    }

    @Override
    public Position getPosition() {
        return disk.getPosition();
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        disk.commit(changelogOffsets);
    }

    @Override
    public @Nullable Long committedOffset(TopicPartition changelog) {
        return disk.committedOffset(changelog);
    }

    @Override
    @SuppressWarnings("deprecation") // a wrapper passes on what the store returns
    public boolean managesOffsets() {
        return disk.managesOffsets();
    }

    @Override
    public void close() {
        OpenTable closing = open;
        if (closing != null) {
            closing.close();
            open = null;
            incoming.left(partition);
        }
        disk.close();
    }

    @Override
    public boolean persistent() {
        return disk.persistent();
    }

    @Override
    public boolean isOpen() {
        return disk.isOpen();
    }
}
