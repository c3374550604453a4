package dev.partnercatalog.runtime.table;

import dev.partnercatalog.runtime.progress.PartitionProgress;
import dev.partnercatalog.runtime.progress.PartitionProgress.OffsetRow;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.query.Position;
import org.jspecify.annotations.Nullable;

/**
 * A topic of the catalog as a global store of Kafka Streams: all of its partitions. It writes how far it has read each
 * partition together with the records, so that it always knows which it holds, whatever part of the last writes survives a
 * kill. Written by the application's global thread, read by any; its size may be asked for by any.
 */
public abstract class TopicStore implements StateStore {

    private static final byte[] KNOWN_SINCE = "known".getBytes(StandardCharsets.US_ASCII);

    /** So many records a commit leaves to be read again after a kill: more files would cost more. */
    private static final int MOST_UNFLUSHED = 20_000;

    private final String name;
    private final CatalogTopic topic;
    private final Layout layout;
    private final Shared shared;
    private final List<PartitionProgress> progress;
    private final Map<Integer, Long> taken = new HashMap<>();
    private volatile @Nullable RowStore rows;
    private @Nullable RowBatch batch;
    private int unflushed;

    /**
     * What the stores of an application share.
     *
     * @param memory outside the heap
     * @param sources the topics of the stores, as they were found at the start
     * @param progress learns how far the stores are
     * @param unreadable learns which records can't be read
     * @param room waits until the stores can be written
     */
    public record Shared(
            RocksDbMemory memory,
            StoreSources sources,
            TableProgress progress,
            UnreadableRecords unreadable,
            TopicSettings topics,
            Runnable room,
            InstantSource clock) {}

    /**
     * What a store consists of, and when it is written.
     *
     * @param derived the rows that are made of the records, beside how far the topic was read
     * @param changeRetention for how long it is known what changed; zero if the store has no rows of that
     * @param writtenTogether number of rows; more at a time don't make writing any cheaper
     */
    public record Layout(Set<Family> derived, Duration changeRetention, int writtenTogether) {

        public Layout {
            derived = Set.copyOf(derived);
        }
    }

    protected TopicStore(String name, CatalogTopic topic, Layout layout, Shared shared) {
        this.name = name;
        this.topic = topic;
        this.layout = layout;
        this.shared = shared;
        this.progress = IntStream.range(0, shared.topics().partitions())
                .mapToObj(partition -> shared.progress().of(partition(partition)))
                .toList();
    }

    @Override
    public final void init(StateStoreContext context, StateStore root) {
        open(context.stateDir().toPath());
        // Returns when everything that the topic holds by now went through the processor.
        context.register(root, (key, value) -> {
            throw new IllegalStateException("the records of " + topic.baseName() + " go through their processor");
        });
    }

    /** Opens the store in a folder. */
    public final void open(Path folder) {
        Set<Family> families = EnumSet.of(Family.RECORDS, Family.PROGRESS);
        families.addAll(layout.derived());
        RowStore opening = RowStore.open(folder.resolve(name()), shared.memory(), families, layout.changeRetention());
        try {
            if (opening.get(Family.PROGRESS, KNOWN_SINCE) == null) {
                begin(opening);
                opening.setLoading(true);
            }
        } catch (ProcessorStateException e) {
            // Left open, it couldn't be opened again.
            opening.close();
            throw e;
        }
        rows = opening;
        readPositions();
        begun(opening);
    }

    /** Whatever will be in the store is read after now, and deletions no older than those that the topic keeps. */
    private void begin(RowStore rows) {
        Duration retention = shared.sources().deletionRetention();
        Instant known = shared.clock()
                .instant()
                .minus(retention.compareTo(layout.changeRetention()) < 0 ? retention : layout.changeRetention());
        RowBatch row = new RowBatch(rows);
        row.put(
                Family.PROGRESS,
                KNOWN_SINCE,
                ByteBuffer.allocate(Long.BYTES).putLong(known.toEpochMilli()).array());
        rows.write(row);
    }

    /** From when on every change is known here. */
    public final Instant knownSince() {
        return Instant.ofEpochMilli(ByteBuffer.wrap(Objects.requireNonNull(
                        rows().get(Family.PROGRESS, KNOWN_SINCE), "a store is begun before it is used"))
                .getLong());
    }

    /** The store is open, and nothing reads or writes it yet. */
    protected void begun(RowStore rows) {}

    /** Goes on where its rows say. */
    public final void readPositions() {
        taken.clear();
        batch = new RowBatch(rows());
        for (int partition = 0; partition < shared.topics().partitions(); partition++) {
            of(partition).opened(stored(partition));
        }
    }

    private OffsetRow stored(int partition) {
        return OffsetRow.read(rows().get(Family.PROGRESS, OffsetRow.key(partition)));
    }

    private TopicPartition partition(int partition) {
        return new TopicPartition(topic.name(shared.topics().prefix()), partition);
    }

    private PartitionProgress of(int partition) {
        return progress.get(partition);
    }

    /** Its rows; throws {@link InvalidStateStoreException} if it is closed. */
    public RowStore rows() {
        RowStore open = rows;
        if (open == null) {
            throw new InvalidStateStoreException(name + " is closed");
        }
        return open;
    }

    /** A size of the store; 0 while it is closed. */
    public final long size(ToLongFunction<RowStore> size) {
        RowStore open = rows;
        return open == null ? 0 : size.applyAsLong(open);
    }

    /** Registers the metrics of all stores of a name. */
    public static void bindTo(MeterRegistry meters, String store, ToDoubleFunction<ToLongFunction<RowStore>> sizes) {
        Gauge.builder("catalog.streams.store.disk.bytes", () -> sizes.applyAsDouble(RowStore::diskBytes))
                .description("Size of a store on the disk.")
                .tag("store", store)
                .register(meters);
        Gauge.builder("catalog.streams.store.records", () -> sizes.applyAsDouble(RowStore::records))
                .description("Estimated number of records in a store.")
                .tag("store", store)
                .register(meters);
    }

    /** The topic whose records it holds. */
    public final CatalogTopic topic() {
        return topic;
    }

    /** The id of the topic, as it was found at the start. */
    public final Uuid topicId() {
        return shared.sources().id(topic.name(shared.topics().prefix()));
    }

    /** The offset in a partition up to which everything is in the store; -1 if it holds nothing. */
    public final long position(int partition) {
        return of(partition).position() - 1;
    }

    // Writing, on the global thread

    /** The rows that are yet to be written. */
    protected final RowBatch batch() {
        return Objects.requireNonNull(batch, "not open");
    }

    /** The key of a record; null if it is none: then that is reported, and the record is left out. */
    public final @Nullable String key(Record<byte[], byte[]> record, RecordMetadata at) {
        try {
            return OwnRecords.key(
                    topic, record.key(), at.partition(), shared.topics().partitions());
        } catch (UnreadableRecordException e) {
            leftOut(record, at, e);
            return null;
        }
    }

    /** A record can't be read. One that deletes its key isn't missed. */
    public final void leftOut(Record<byte[], byte[]> record, RecordMetadata at, UnreadableRecordException why) {
        shared.unreadable().leftOut(topic, record, at, why);
    }

    /** A record that the store holds turns out not to be readable. */
    protected final void unreadable(int partition, String key, String why) {
        shared.unreadable()
                .found(new UnreadableRecord(
                        topic, partition, UnreadableRecord.UNKNOWN, key.getBytes(StandardCharsets.UTF_8), why));
    }

    /** The rows of the record at an offset are in the batch, or it is left out. */
    public final void took(int partition, long offset) {
        taken.merge(partition, offset + 1, Math::max);
        unflushed++;
        if (batch().size() >= layout.writtenTogether()) {
            write(Map.of());
        }
    }

    /** Writes what was taken of a poll that ends here. */
    public final void endOfPoll() {
        Map<Integer, Long> next = new HashMap<>();
        for (int partition = 0; partition < shared.topics().partitions(); partition++) {
            Long position = shared.progress().next(partition(partition));
            if (position != null) {
                next.put(partition, position);
            }
        }
        write(next);
        shared.progress().reached(topic.name(shared.topics().prefix()));
    }

    /** @param positions those that are further than the records' own */
    private void write(Map<Integer, Long> positions) {
        shared.room().run();
        Map<Integer, OffsetRow> rows = new HashMap<>();
        Set<Integer> partitions = new TreeSet<>(taken.keySet());
        partitions.addAll(positions.keySet());
        for (int partition : partitions) {
            OffsetRow before = stored(partition);
            long applied = Math.max(before.applied(), taken.getOrDefault(partition, 0L));
            long position = Math.max(before.position(), Math.max(applied, positions.getOrDefault(partition, 0L)));
            OffsetRow after = new OffsetRow(applied, position);
            if (!after.equals(before)) {
                batch().put(Family.PROGRESS, OffsetRow.key(partition), after.value());
                rows.put(partition, after);
            }
        }
        RowBatch writing = batch();
        if (!writing.isEmpty()) {
            write(writing);
            batch = new RowBatch(rows());
        }
        taken.clear();
        rows.forEach((partition, row) -> of(partition).applied(row));
    }

    /** Writes rows together. */
    protected void write(RowBatch writing) {
        rows().write(writing);
    }

    @Override
    public final void commit(Map<TopicPartition, Long> offsets) {
        Map<Integer, Long> reached = new HashMap<>();
        for (int partition = 0; partition < shared.topics().partitions(); partition++) {
            reached.put(partition, position(partition) + 1);
        }
        write(reached);
        if (unflushed > MOST_UNFLUSHED) {
            rows().flush();
            unflushed = 0;
        }
        // Kafka Streams commits once all stores are loaded, not only this one.
        rows().setLoading(false);
    }

    @Override
    public final @Nullable Long committedOffset(TopicPartition partition) {
        byte[] row = rows().get(Family.PROGRESS, OffsetRow.key(partition.partition()));
        return row == null ? null : OffsetRow.read(row).position();
    }

    /** What is still to be written is read again: it may contain a part of a record that couldn't be taken. */
    @Override
    public void close() {
        RowStore closing = rows;
        if (closing != null) {
            rows = null;
            batch = null;
            try (closing) {
                closing.flush();
            }
        }
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    @SuppressWarnings("deprecation") // the way to say so
    public final boolean managesOffsets() {
        return true;
    }

    @Override
    public final Position getPosition() {
        return Position.emptyPosition();
    }

    @Override
    public final boolean persistent() {
        return true;
    }

    @Override
    public final boolean isOpen() {
        return rows != null;
    }
}
