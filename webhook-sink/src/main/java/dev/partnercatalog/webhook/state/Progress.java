package dev.partnercatalog.webhook.state;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;

/**
 * How far a source has been read into the store. After a crash the store may be ahead of the offset that reading begins
 * from again; what it holds already is then passed over, lest an older state be sent after a newer one. For the task's
 * own thread.
 *
 * <p>An offset at or below one that was surely committed can't come up again by itself: the source is being read from
 * the beginning, or is another topic by the same name, and everything counts as new.
 */
public final class Progress {

    private static final byte FORMAT = 1;
    private static final long NOTHING = -1;

    private final SinkState state;
    private final CatalogTopic source;
    private long applied = NOTHING;
    private long committed = NOTHING;
    private long read = NOTHING;

    /** Takes up where the state left off. */
    public Progress(SinkState state, CatalogTopic source) {
        this.state = state;
        this.source = source;
        byte[] stored = state.progress(source);
        if (stored != null) {
            ByteBuffer bytes = Format.open(stored, FORMAT, "progress");
            applied = bytes.getLong();
            committed = bytes.getLong();
        }
    }

    /** Reads on to the record at this offset; returns whether the store holds it already. */
    public boolean readsAgain(long offset) {
        if (offset <= committed) {
            applied = NOTHING;
            committed = NOTHING;
        }
        read = offset;
        return offset <= applied;
    }

    /** To be called after all that the record at this offset led to was written. */
    public void applied(long offset) {
        applied = offset;
        state.putProgress(source, encode(applied, committed));
    }

    /** The row of a store that holds a source up to this offset already, of which its task has committed nothing. */
    static byte[] encodeApplied(long offset) {
        return encode(offset, NOTHING);
    }

    private static byte[] encode(long applied, long committed) {
        return ByteBuffer.allocate(1 + 2 * Long.BYTES)
                .put(FORMAT)
                .putLong(applied)
                .putLong(committed)
                .array();
    }

    /** All that was read since the start is committed; what was only applied before it isn't yet. */
    public void committed() {
        committed = Math.max(committed, read);
    }

    public long lastApplied() {
        return applied;
    }

    /** The last offset that was applied, as a store has it. */
    static long decodeApplied(byte[] stored) {
        return Format.open(stored, FORMAT, "progress").getLong();
    }
}
