package dev.partnercatalog.streams.revision;

import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Numbers that only grow, also over restarts and for keys that vanish and return. They are reserved in blocks, so that
 * a number costs no write of its own; a restart skips the rest of a block. One per task, for its own thread.
 */
public final class RevisionSequence {

    private static final String KEY = "reserved";
    private static final long BLOCK = 10_000;

    private final KeyValueStore<String, Long> store;
    private long last;
    private long reserved;

    /** @param store of this sequence alone */
    public RevisionSequence(KeyValueStore<String, Long> store) {
        this.store = store;
        Long before = store.get(KEY);
        this.last = before == null ? 0 : before;
        this.reserved = last;
    }

    public long next() {
        if (last == reserved) {
            reserved += BLOCK;
            store.put(KEY, reserved);
        }
        return ++last;
    }
}
