package dev.partnercatalog.query.tier;

/**
 * The memory that all caches of an instance share. What is taken is never more than what there is. Thread-safe.
 *
 * <p>It is memory of the heap, in blocks of {@link #BLOCK_BYTES} bytes that hold no references: a collector marks a few
 * thousand objects, however many entries they hold, and whoever still reads a block that a cache has given up may go on.
 */
public final class MemoryTier {

    static final int BLOCK_BYTES = 256 << 10;

    private final long bytes;
    private long taken;

    /** @param bytes in all; 0 keeps nothing in memory */
    public MemoryTier(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a memory tier of " + bytes + " bytes is out of range: at least 0");
        }
        this.bytes = bytes;
    }

    /** An empty cache that takes its memory from here until it is closed. */
    public EntryCache newCache() {
        return new EntryCache(this);
    }

    /** Of all caches together. */
    public synchronized long takenBytes() {
        return taken;
    }

    /** How many blocks there can be at most. */
    int mostBlocks() {
        return Math.toIntExact(Math.min(bytes / BLOCK_BYTES, Integer.MAX_VALUE / 4));
    }

    /** Takes memory, if there is so much left. */
    synchronized boolean take(long wanted) {
        if (wanted > bytes - taken) {
            return false;
        }
        taken += wanted;
        return true;
    }

    synchronized void giveBack(long back) {
        taken -= back;
    }
}
