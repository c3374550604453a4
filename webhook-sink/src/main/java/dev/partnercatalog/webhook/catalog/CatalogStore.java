package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowRange;
import dev.partnercatalog.runtime.store.RowStateStore;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.StoreTimes;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a topic as a read-only state store: the topic is its log. It keeps the offset of the last record in
 * it itself, and writes it together with the record, so that it always knows which records it holds, whatever part of
 * the last writes survives a kill. It also knows what changed since an offset, each variant once, for a little longer than
 * the topic keeps deletions. It writes many changes at once, and reads what it has yet to write. Confined to its task's
 * thread, except its size.
 *
 * <p>Only Kafka Streams' internal kind of restore callback tells the offsets of restored records.
 */
public abstract sealed class CatalogStore extends RowStateStore implements RecordBatchingStateRestoreCallback
        permits EntryStore, ListingStore {

    /** The position before the first record. */
    public static final long NOTHING = -1;

    /** For how long it is known at least what changed since an offset. */
    public static final Duration CHANGES_KEPT = TopicSettings.MOVES_RETENTION;

    private static final Duration ROWS_KEPT = CHANGES_KEPT.plusDays(1);
    static final byte[] POSITION = "position".getBytes(StandardCharsets.US_ASCII);

    /** So many records are read again in a moment after a kill. More files would cost more than that. */
    private static final int UNFLUSHED = 10_000;

    /** More at a time don't make writing any cheaper, and they wait outside of the limit on the stores' memory. */
    private static final int WRITTEN_TOGETHER = 200;

    private final CatalogTopic topic;
    private final Set<Family> families;
    private final CatalogStores shared;
    private @Nullable RowBatch batch;
    private int partition;
    private long position = NOTHING;
    private int unflushed;

    /**
     * The record that made a change.
     *
     * @param offset of the record
     * @param at when it was written, in milliseconds since 1970
     * @param eventTime of the event that led to it
     */
    public record Origin(long offset, long at, PublicationTime eventTime) {

        static Origin of(ConsumerRecord<?, ?> record) {
            return new Origin(record.offset(), record.timestamp(), PublicationTime.of(record.headers()));
        }
    }

    /**
     * A change that may concern partners.
     *
     * @param variant at a scope, or at all scopes of its company
     * @param origin the newest record of this topic that changed the variant
     */
    public record Change(ScopedVariant variant, Origin origin) {}

    /** @param derived the rows that are made of the records, beside those of changes */
    CatalogStore(String name, CatalogTopic topic, Family derived, CatalogStores shared) {
        super(name);
        this.topic = topic;
        this.families = EnumSet.of(Family.RECORDS, derived, Family.CHANGES, Family.LATEST, Family.PROGRESS);
        this.shared = shared;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        open(context.stateDir().toPath(), context.taskId().partition());
        context.register(root, this);
    }

    /** Opens the store in its task's folder. */
    void open(Path task, int taskPartition) {
        StoreTimes opening = StoreTimes.open(
                task.resolve(name()),
                shared.memory(),
                families,
                ROWS_KEPT,
                shared.source(topic),
                shared.clock().instant());
        RowStore opened = opening.store();
        opened(opening);
        batch = new RowBatch(opened);
        partition = taskPartition;
        readPosition();
        shared.opened(this);
    }

    /** Goes on where its rows say. */
    final void readPosition() {
        byte[] stored = batch().get(Family.PROGRESS, POSITION);
        position = stored == null ? NOTHING : number(stored);
    }

    /** The topic whose records it holds. */
    public final CatalogTopic topic() {
        return topic;
    }

    /** The topic's id, by which another topic of the same name is told apart. */
    public final Uuid topicId() {
        return shared.source(topic).id();
    }

    final int partition() {
        return partition;
    }

    /** The offset of the last record that it holds, or has passed over; {@link #NOTHING} if it holds none. */
    public final long position() {
        return position;
    }

    /** Whether it holds the record at an offset, or a later one with its key, or has passed over it. */
    public final boolean holds(long offset) {
        return offset <= position;
    }

    /** Notes, every now and then, a time at which it held everything that the topic did. */
    public final void noteWhole(Instant time) {
        write();
        times().noteWhole(time);
    }

    /** The record at this offset was taken, or is none that the store keeps. */
    public final void passed(long offset) {
        if (!holds(offset)) {
            position = offset;
            batch().put(Family.PROGRESS, POSITION, number(offset));
        }
    }

    /** What changed after an offset, in order; each variant once. */
    public final List<Change> changesAfter(long offset, int limit) {
        List<Change> changes = new ArrayList<>();
        try (RowRange range = rows().rows(Family.CHANGES, number(offset + 1), null)) {
            for (; range.hasNext() && changes.size() < limit; range.advance()) {
                ByteBuffer value = ByteBuffer.wrap(range.value());
                changes.add(new Change(
                        CatalogKeys.variant(range.key(), Long.BYTES),
                        new Origin(
                                number(range.key()),
                                value.getLong(),
                                PublicationTime.of(Arrays.copyOfRange(value.array(), Long.BYTES, value.capacity())))));
            }
        }
        return changes;
    }

    /** Notes a change, in place of an earlier one of the same variant. */
    final Change changed(ScopedVariant variant, Origin origin) {
        byte[] latest = CatalogKeys.of(variant);
        byte[] before = batch().get(Family.LATEST, latest);
        if (before != null) {
            batch().put(Family.CHANGES, CatalogKeys.with(before, variant), null);
        }
        byte[] eventTime = origin.eventTime().bytes();
        byte[] value = ByteBuffer.allocate(Long.BYTES + eventTime.length)
                .putLong(origin.at())
                .put(eventTime)
                .array();
        batch().put(Family.CHANGES, CatalogKeys.with(number(origin.offset()), variant), value);
        batch().put(Family.LATEST, latest, number(origin.offset()));
        return new Change(variant, origin);
    }

    /** The changes that are yet to be written. A read looks here first. */
    final RowBatch batch() {
        RowBatch open = batch;
        if (open == null) {
            throw new InvalidStateStoreException(name() + " is closed");
        }
        return open;
    }

    /** All that the record at an offset leads to is in the batch. */
    final void took(long offset) {
        passed(offset);
        unflushed++;
        writeIfMany();
    }

    /** Writes if that is worth it. All that belongs together must be in the batch. */
    final void writeIfMany() {
        if (batch().size() >= WRITTEN_TOGETHER) {
            write();
        }
    }

    private void write() {
        RowBatch writing = batch();
        if (!writing.isEmpty()) {
            RowStore open = super.rows();
            open.write(writing);
            batch = new RowBatch(open);
        }
    }

    static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    private static long number(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getLong();
    }

    /**
     * Takes records from the topic before the task runs. Where they end is told with the next {@link #commit}. One that
     * can't be read is left out, as when it arrives; it is reported only then.
     */
    @Override
    public final void restoreBatch(Collection<ConsumerRecord<byte[], byte[]>> records) {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            if (!holds(record.offset())) {
                try {
                    take(record);
                } catch (UnreadableRecordException e) {
                    // What was there before stays.
                }
                passed(record.offset());
            }
        }
        write();
        unflushed += records.size();
    }

    /** Puts into the batch what a record leads to. */
    abstract void take(ConsumerRecord<byte[], byte[]> record);

    @Override
    public final void commit(Map<TopicPartition, Long> offsets) {
        // An unknown offset is negative.
        offsets.values().forEach(this::passed);
        write();
        if (unflushed >= UNFLUSHED) {
            rows().flush();
            unflushed = 0;
        }
    }

    @Override
    public final @Nullable Long committedOffset(TopicPartition of) {
        return position == NOTHING ? null : position;
    }

    /** What is still to be written is read again: it may contain a part of a record that couldn't be put. */
    @Override
    public final void close() {
        RowStore closing = closing();
        if (closing != null) {
            shared.closed(this);
            batch = null;
            try (closing) {
                closing.flush();
            }
        }
    }

    /** The store, with all that was put into the batch. */
    @Override
    public final RowStore rows() {
        write();
        return super.rows();
    }
}
