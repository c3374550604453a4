package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStateStore;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.StoreTimes;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a topic as a read-only state store: the topic is its log. It keeps the offset of the last record in
 * it itself, and writes it together with the record, so that it always knows which records it holds, whatever part of
 * the last writes survives a kill. It writes many changes at once, and reads what it has yet to write.
 *
 * <p>A store that was made anew is new until it has reached the topic's end: compaction may have removed a record in
 * favor of one after the place from which the task reads on, which looks like a removal until the task gets there.
 * Confined to its task's thread, except its size.
 */
public abstract sealed class CatalogStore extends RowStateStore implements BatchingStateRestoreCallback
        permits EntryStore, ListingStore {

    /** The position before the first record. */
    public static final long NOTHING = -1;

    private static final byte[] POSITION = "position".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NEW = "new".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NONE = {};

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
    private boolean isNew;
    private int unflushed;

    /** @param derived the rows that are made of the records */
    CatalogStore(String name, CatalogTopic topic, Family derived, CatalogStores shared) {
        super(name);
        this.topic = topic;
        this.families = EnumSet.of(Family.RECORDS, derived, Family.PROGRESS);
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
                Duration.ZERO,
                shared.source(topic),
                shared.clock().instant());
        RowStore opened = opening.store();
        opened(opening);
        batch = new RowBatch(opened);
        partition = taskPartition;
        byte[] stored = opened.get(Family.PROGRESS, POSITION);
        position = stored == null ? NOTHING : ByteBuffer.wrap(stored).getLong();
        isNew = opened.get(Family.PROGRESS, NEW) != null;
        if (opening.isAnew()) {
            beginAnew();
        }
        shared.opened(this);
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

    /** Whether it was made anew, and has yet to reach the end of its topic. */
    public final boolean isNew() {
        return isNew;
    }

    /** It has reached the end that its topic had after it was made anew. */
    public final void reachedEnd() {
        batch().put(Family.PROGRESS, NEW, null);
        write();
        isNew = false;
    }

    /** Its topic is read from the beginning: the records come again, or others do. */
    public final void beginAnew() {
        position = NOTHING;
        batch().put(Family.PROGRESS, POSITION, null);
        batch().put(Family.PROGRESS, NEW, NONE);
        write();
        isNew = true;
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

    /**
     * Takes records from the topic before the task runs. Where they end is told with the next {@link #commit}. One that
     * can't be read is left out, as when it arrives; it is reported only then.
     */
    @Override
    public final void restoreAll(Collection<KeyValue<byte[], byte[]>> records) {
        for (KeyValue<byte[], byte[]> record : records) {
            try {
                take(record.key, record.value);
            } catch (UnreadableRecordException e) {
                // What was there before stays.
            }
        }
        write();
        unflushed += records.size();
    }

    /** Puts into the batch what a record leads to. */
    abstract void take(byte @Nullable [] key, byte @Nullable [] value);

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
