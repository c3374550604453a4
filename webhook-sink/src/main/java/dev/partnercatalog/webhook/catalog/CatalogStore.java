package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.runtime.progress.OffsetRow;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowRange;
import dev.partnercatalog.runtime.store.RowStateStore;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.StoreTimes;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * A topic of the catalog as a global store of Kafka Streams: all of its partitions, which all tasks of the process read. It
 * writes how far it has read each partition together with the records, so that it always knows which it holds, whatever part
 * of the last writes survives a kill. Written by the application's global thread, read by any.
 */
public abstract sealed class CatalogStore extends RowStateStore permits EntryStore, ListingStore, ProductStore {

    /** The position before the first record. */
    public static final long NOTHING = -1;

    /** For how long it is known at least what changed since an offset. */
    public static final Duration CHANGES_KEPT = TopicSettings.MOVES_RETENTION;

    private static final Duration ROWS_KEPT = CHANGES_KEPT.plusDays(1);

    /** So many records are read again in a moment after a kill. More files would cost more than that. */
    private static final int UNFLUSHED = 10_000;

    /** More at a time don't make writing any cheaper. */
    private static final int WRITTEN_TOGETHER = 200;

    private static final int PARTITION_BYTES = Integer.BYTES;

    private final CatalogTopic topic;
    private final Set<Family> families;
    private final CatalogStores shared;
    private final Map<Integer, Long> taken = new HashMap<>();
    private @Nullable RowBatch batch;
    private int unflushed;

    /**
     * The record that made a change.
     *
     * @param offset of the record
     * @param at when it was written, in milliseconds since 1970
     * @param eventTime of the event that led to it
     */
    public record Origin(int partition, long offset, long at, PublicationTime eventTime) {

        static Origin of(Record<?, ?> record, RecordMetadata metadata) {
            return new Origin(
                    metadata.partition(), metadata.offset(), record.timestamp(), PublicationTime.of(record.headers()));
        }
    }

    /**
     * A change that may concern partners.
     *
     * @param variant at a scope, or at all scopes of its company
     * @param origin the newest record of this topic that changed the variant
     */
    public record Change(ScopedVariant variant, Origin origin) {}

    /** @param derived the rows that are made of the records, beside how far the topic was read */
    CatalogStore(String name, CatalogTopic topic, Set<Family> derived, CatalogStores shared) {
        super(name);
        this.topic = topic;
        this.families = EnumSet.of(Family.RECORDS, Family.PROGRESS);
        this.families.addAll(derived);
        this.shared = shared;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        open(context.stateDir().toPath());
        // Returns when everything that the topic holds by now went through the processor.
        context.register(root, (key, value) -> {
            throw new IllegalStateException("the records of " + topic.baseName() + " go through their processor");
        });
    }

    /** Opens the store in a folder. */
    void open(Path folder) {
        StoreTimes opening = StoreTimes.open(
                folder.resolve(name()),
                shared.memory(),
                families,
                families.contains(Family.CHANGES) ? ROWS_KEPT : Duration.ZERO,
                shared.source(topic),
                shared.clock().instant());
        opened(opening);
        readPositions();
    }

    /** Goes on where its rows say. */
    final void readPositions() {
        taken.clear();
        batch = new RowBatch(rows());
        for (int partition = 0; partition < shared.partitions(); partition++) {
            shared.progress().of(partition(partition)).opened(stored(partition));
        }
    }

    private OffsetRow stored(int partition) {
        return OffsetRow.read(rows().get(Family.PROGRESS, OffsetRow.key(partition)));
    }

    private TopicPartition partition(int partition) {
        return new TopicPartition(topic.name(shared.prefix()), partition);
    }

    /** The topic whose records it holds. */
    public final CatalogTopic topic() {
        return topic;
    }

    /** The topic's id, by which another topic of the same name is told apart. */
    public final Uuid topicId() {
        return shared.source(topic).id();
    }

    /** The offset in a partition up to which everything is in the store; {@link #NOTHING} if it holds nothing. */
    public final long position(int partition) {
        return shared.progress().of(partition(partition)).position() - 1;
    }

    /** What changed in a partition after an offset, in order; each variant once. */
    public final List<Change> changesAfter(int partition, long offset, int limit) {
        List<Change> changes = new ArrayList<>();
        byte[] end = ByteBuffer.allocate(PARTITION_BYTES).putInt(partition + 1).array();
        try (RowRange range = rows().rows(Family.CHANGES, place(partition, offset + 1), end)) {
            for (; range.hasNext() && changes.size() < limit; range.advance()) {
                ByteBuffer value = ByteBuffer.wrap(range.value());
                changes.add(new Change(
                        CatalogKeys.variant(range.key(), PARTITION_BYTES + Long.BYTES),
                        new Origin(
                                partition,
                                ByteBuffer.wrap(range.key()).getLong(PARTITION_BYTES),
                                value.getLong(),
                                PublicationTime.of(Arrays.copyOfRange(value.array(), Long.BYTES, value.capacity())))));
            }
        }
        return changes;
    }

    private static byte[] place(int partition, long offset) {
        return ByteBuffer.allocate(PARTITION_BYTES + Long.BYTES)
                .putInt(partition)
                .putLong(offset)
                .array();
    }

    // Writing, on the global thread

    /** Takes a record, unless the store holds it. It is readable once it is written. Throws what {@link #take} throws. */
    final void put(String key, byte @Nullable [] value, Origin origin) {
        if (origin.offset() > position(origin.partition())) {
            take(key, value, origin);
        }
    }

    /**
     * Takes a record.
     *
     * @param value as it came; null if there is none any more
     * @throws dev.partnercatalog.schemas.registry.UnreadableRecordException if what is kept of it can't be read: what was
     *     there before stays
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if a schema can't be asked for now
     */
    abstract void take(String key, byte @Nullable [] value, Origin origin);

    /** The record at an offset was taken, or is left out. */
    final void took(int partition, long offset) {
        taken.merge(partition, offset + 1, Math::max);
        unflushed++;
        if (batch().size() >= WRITTEN_TOGETHER) {
            write(Map.of());
        }
    }

    /** Writes what was taken of a poll that ends here. */
    final void endOfPoll() {
        Map<Integer, Long> next = new HashMap<>();
        for (int partition = 0; partition < shared.partitions(); partition++) {
            Long position = shared.progress().next(partition(partition));
            if (position != null) {
                next.put(partition, position);
            }
        }
        write(next);
        shared.progress().reached(topic.name(shared.prefix()));
    }

    /** @param positions those that are further than the records' own */
    private void write(Map<Integer, Long> positions) {
        shared.awaitRoom();
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
        rows.forEach(
                (partition, row) -> shared.progress().of(partition(partition)).applied(row));
    }

    /** Writes rows together. */
    void write(RowBatch writing) {
        rows().write(writing);
    }

    /** Notes a change, in place of an earlier one of the same variant. */
    final void changed(ScopedVariant variant, Origin origin) {
        byte[] latest = CatalogKeys.of(variant);
        byte[] before = batch().get(Family.LATEST, latest);
        byte[] place = place(origin.partition(), origin.offset());
        if (before != null) {
            batch().put(Family.CHANGES, CatalogKeys.with(before, variant), null);
        }
        byte[] eventTime = origin.eventTime().bytes();
        byte[] value = ByteBuffer.allocate(Long.BYTES + eventTime.length)
                .putLong(origin.at())
                .put(eventTime)
                .array();
        batch().put(Family.CHANGES, CatalogKeys.with(place, variant), value);
        batch().put(Family.LATEST, latest, place);
    }

    /** The changes that are yet to be written. */
    final RowBatch batch() {
        return Objects.requireNonNull(batch, "not open");
    }

    static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    /** A record that the store holds turns out not to be readable. */
    final void unreadable(int partition, String key, RuntimeException e) {
        shared.unreadable()
                .found(new UnreadableRecord(
                        topic,
                        partition,
                        UnreadableRecord.UNKNOWN,
                        key.getBytes(StandardCharsets.UTF_8),
                        String.valueOf(e.getMessage())));
    }

    @Override
    public final void commit(Map<TopicPartition, Long> offsets) {
        Map<Integer, Long> reached = new HashMap<>();
        for (int partition = 0; partition < shared.partitions(); partition++) {
            reached.put(partition, position(partition) + 1);
        }
        write(reached);
        if (unflushed >= UNFLUSHED) {
            rows().flush();
            unflushed = 0;
        }
    }

    @Override
    public final @Nullable Long committedOffset(TopicPartition partition) {
        byte[] row = rows().get(Family.PROGRESS, OffsetRow.key(partition.partition()));
        return row == null ? null : OffsetRow.read(row).position();
    }

    /** What is still to be written is read again: it may contain a part of a record that couldn't be taken. */
    @Override
    public final void close() {
        RowStore closing = closing();
        if (closing != null) {
            batch = null;
            try (closing) {
                closing.flush();
            }
        }
    }
}
