package dev.partnercatalog.webhook.state;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;

/**
 * How far a source has been read into the store. After a crash the store may be ahead of the offset at which reading
 * resumes; records that it already reflects are then skipped, so that an older state isn't sent after a newer one.
 * Confined to the task's thread.
 *
 * <p>An offset at or below one that was certainly committed means that the source is being read from the beginning, or
 * is another topic with the same name: everything then counts as new.
 */
public final class Progress {

    private static final byte FORMAT = 1;
    private static final long NOTHING = -1;

    private final SinkState state;
    private final CatalogTopic source;
    private long applied = NOTHING;
    private long committed = NOTHING;
    private long read = NOTHING;

    /** Continues where the state left off. */
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

    /** Advances to the record at this offset; returns whether the store already reflects it. */
    public boolean readsAgain(long offset) {
        if (offset <= committed) {
            applied = NOTHING;
            committed = NOTHING;
        }
        read = offset;
        return offset <= applied;
    }

    /** Must be called after everything that the record at this offset led to was written. */
    public void applied(long offset) {
        applied = offset;
        state.putProgress(source, encode(applied, committed));
    }

    /** The row of a store that reflects a source up to this offset already, of which its task has committed nothing. */
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

    /** Everything read since the start is committed; what was only applied before it isn't yet. */
    public void committed() {
        committed = Math.max(committed, read);
    }

    public long lastApplied() {
        return applied;
    }

    /** Decodes the last offset that was applied, as stored. */
    static long decodeApplied(byte[] stored) {
        return Format.open(stored, FORMAT, "progress").getLong();
    }
}
