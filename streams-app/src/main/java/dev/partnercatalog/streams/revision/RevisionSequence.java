package dev.partnercatalog.streams.revision;

import java.nio.ByteBuffer;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Numbers that only increase, even across restarts and for keys that are deleted and return. They are reserved in
 * blocks, so that a number needs no write of its own; a restart skips the rest of a block. One per task, for its own
 * thread.
 */
public final class RevisionSequence {

    private static final long BLOCK = 10_000;

    private final KeyValueStore<String, byte[]> store;
    private final String key;
    private long last;
    private long reserved;

    /** @param key of the row that records how far numbers are reserved; nothing else may use it */
    public RevisionSequence(KeyValueStore<String, byte[]> store, String key) {
        this.store = store;
        this.key = key;
        byte[] before = store.get(key);
        this.last = before == null ? 0 : ByteBuffer.wrap(before).getLong();
        this.reserved = last;
    }

    public long next() {
        if (last == reserved) {
            reserved += BLOCK;
            store.put(key, ByteBuffer.allocate(Long.BYTES).putLong(reserved).array());
        }
        return ++last;
    }

    /**
     * Lets later numbers be greater than any that a sequence whose numbers have reached {@code reached} can have handed
     * out before it reserved another block.
     */
    public void continueAfter(long reached) {
        long start = reached + BLOCK;
        if (start > reserved) {
            last = start;
            reserved = start;
            store.put(key, ByteBuffer.allocate(Long.BYTES).putLong(reserved).array());
        }
    }
}
