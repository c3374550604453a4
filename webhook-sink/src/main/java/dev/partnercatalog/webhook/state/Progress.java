package dev.partnercatalog.webhook.state;

import dev.partnercatalog.webhook.catalog.CatalogStore;
import java.nio.ByteBuffer;
import org.apache.kafka.common.Uuid;

/**
 * How far a source has been read into the store. After a crash the store may be ahead of the offset at which reading
 * resumes; what follows from records that it already reflects is then skipped, so that nothing is due twice. What the
 * task keeps of the source itself has a position of its own. Confined to the task's thread.
 *
 * <p>An offset at or below one that was certainly committed means that the source is being read from the beginning, or
 * is another topic with the same name: everything then counts as new. So it does if the topic's id is another.
 */
public final class Progress {

    private static final byte FORMAT = 2;
    private static final long NOTHING = CatalogStore.NOTHING;

    private final SinkState state;
    private final CatalogStore source;
    private long applied = NOTHING;
    private long committed = NOTHING;
    private long read = NOTHING;
    private final long ahead;
    private boolean written = true;

    /** Continues where the state left off. */
    public Progress(SinkState state, CatalogStore source) {
        this.state = state;
        this.source = source;
        this.ahead = source.position();
        byte[] stored = state.progress(source.topic());
        if (stored != null && isOf(stored, source.topicId())) {
            ByteBuffer bytes = Format.open(stored, FORMAT, "progress");
            applied = bytes.getLong();
            committed = bytes.getLong();
        }
    }

    /** Advances to the record at this offset; returns whether the store already reflects it. */
    public boolean readsAgain(long offset) {
        if (offset <= committed) {
            applied = NOTHING;
            committed = NOTHING;
            source.beginAnew();
        }
        read = offset;
        return offset <= applied;
    }

    /** Everything that the record at this offset led to was written. */
    public void applied(long offset) {
        applied = offset;
        written = false;
    }

    /**
     * Writes how far the source was read, after what follows from that. What isn't noted is marked once more after a
     * kill, which leads to nothing new.
     */
    public void write() {
        if (written) {
            return;
        }
        written = true;
        Uuid topic = source.topicId();
        state.putProgress(
                source.topic(),
                ByteBuffer.allocate(1 + 4 * Long.BYTES)
                        .put(FORMAT)
                        .putLong(applied)
                        .putLong(committed)
                        .putLong(topic.getMostSignificantBits())
                        .putLong(topic.getLeastSignificantBits())
                        .array());
    }

    /** Everything read since the start is committed; what was only applied before it isn't yet. */
    public void committed() {
        committed = Math.max(committed, read);
    }

    /** The record at this offset was processed, whatever it is. */
    public void passed(long offset) {
        read = offset;
        source.passed(offset);
    }

    /**
     * Whether the task keeps all of the source that the store reflects, and the store reflects all that was kept at the
     * start. A message that was formed before would carry a state that another instance, after one more kill, doesn't
     * know yet: it would send an older one after it.
     */
    public boolean isCaughtUp() {
        return source.holds(applied) && ahead <= Math.max(applied, read);
    }

    /** Whether what is stored is about the topic with this id. */
    static boolean isOf(byte[] stored, Uuid topic) {
        ByteBuffer bytes = Format.open(stored, FORMAT, "progress");
        bytes.position(bytes.position() + 2 * Long.BYTES);
        return new Uuid(bytes.getLong(), bytes.getLong()).equals(topic);
    }
}
