package dev.partnercatalog.query.tier;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The memory that all caches of an instance share. What is taken is never more than what there is. Thread-safe.
 *
 * <p>It is memory of the heap, in blocks of {@link #BLOCK_BYTES} bytes that hold no references: a collector marks a few
 * thousand objects, however many entries they hold. Values that find no memory, but whose keys do, go to a file. A thread may finish reading a block that a cache has given up.
 */
public final class MemoryTier {

    static final int BLOCK_BYTES = 256 << 10;

    /**
     * What values leave for keys, so that a cache that comes late finds some: a part of the memory, but of little memory more,
     * since many small entries may be in the file. A key takes some thirty bytes, and one that is known to be absent saves a
     * read of the store: where most values are there, a variant would take three reads otherwise, of which two find nothing.
     */
    private static final int KEYS_PART = 8;

    private static final int MOST_KEYS_PART = 4;
    private static final long LEAST_FOR_KEYS = 32L << 20;

    private final long bytes;
    private final long forKeys;
    private final @Nullable Path folder;
    private long takenForKeys;
    private long takenForValues;

    /**
     * @param bytes in all; 0 keeps nothing in memory
     * @param folder for values that find no memory, but whose keys do; null keeps these nowhere
     */
    public MemoryTier(long bytes, @Nullable Path folder) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a memory tier of " + bytes + " bytes is out of range: at least 0");
        }
        this.bytes = bytes;
        this.forKeys = Math.min(bytes / MOST_KEYS_PART, Math.max(bytes / KEYS_PART, LEAST_FOR_KEYS));
        this.folder = folder;
    }

    /** An empty cache that takes its memory from here until it is closed. */
    public EntryCache newCache() {
        return new EntryCache(this, () -> folder == null ? null : OverflowFile.open(folder));
    }

    /** Of all caches together. */
    public synchronized long takenBytes() {
        return takenForKeys + takenForValues;
    }

    /** Takes memory to tell keys by, if there is so much left. */
    synchronized boolean takeForKeys(long wanted) {
        if (wanted > bytes - takenBytes()) {
            return false;
        }
        takenForKeys += wanted;
        return true;
    }

    /** Takes memory for values, if there is so much left beside what is kept for keys. */
    synchronized boolean takeForValues(long wanted) {
        long kept = Math.max(0, forKeys - takenForKeys);
        if (wanted > bytes - takenBytes() - kept) {
            return false;
        }
        takenForValues += wanted;
        return true;
    }

    synchronized void giveBack(long keys, long values) {
        takenForKeys -= keys;
        takenForValues -= values;
    }
}
