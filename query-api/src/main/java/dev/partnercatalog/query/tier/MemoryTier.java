package dev.partnercatalog.query.tier;

import dev.partnercatalog.runtime.PeriodicTask;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory that all caches of an instance share, and the threads that load stores into it: as many stores at a time as
 * leaves half of the processors to requests. Never more memory is taken than is available, except for the block that each
 * cache fills. Thread-safe.
 *
 * <p>It is memory of the heap, in blocks of {@link #BLOCK_BYTES} bytes without references: the garbage collector marks
 * a few thousand objects, however many entries they contain. Values that find no memory, but whose keys do, go to a
 * file. A thread may finish reading a block that a cache has given up.
 */
public final class MemoryTier implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MemoryTier.class);

    static final int BLOCK_BYTES = 256 << 10;

    /**
     * What values leave for keys, so that a cache that is filled late finds some: this fraction of the memory, or more
     * if memory is small, because many small entries may be in the file. A key takes some thirty bytes, and a key known
     * to be absent saves a read of the store: otherwise, even if most values are in memory, a variant would take three
     * reads, two of which find nothing.
     */
    private static final int KEYS_PART = 8;

    private static final int MOST_KEYS_PART = 4;
    private static final long LEAST_FOR_KEYS = 32L << 20;

    private final long bytes;
    private final long forKeys;
    private final @Nullable Path folder;
    private long takenForKeys;
    private long takenForValues;
    private final AtomicInteger pending = new AtomicInteger();
    private volatile long begun;
    private final ExecutorService filling = Executors.newFixedThreadPool(
            Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
            task -> PeriodicTask.daemon(task, "memory-tier"));

    /**
     * @param bytes in total; 0 keeps nothing in memory
     * @param folder for values that find no memory, but whose keys do; null keeps these nowhere
     */
    public MemoryTier(long bytes, @Nullable Path folder) {
        if (bytes < 0) {
            throw new IllegalArgumentException(
                    "a memory tier of " + bytes + " bytes is out of range: expected at least 0");
        }
        this.bytes = bytes;
        this.forKeys = Math.min(bytes / MOST_KEYS_PART, Math.max(bytes / KEYS_PART, LEAST_FOR_KEYS));
        this.folder = folder;
    }

    /** An empty cache that takes its memory from here until it is closed. */
    public EntryCache newCache() {
        return new EntryCache(this, () -> folder == null ? null : OverflowFile.open(folder));
    }

    /** Will fill a store's cache. */
    public void fill(Runnable cache) {
        if (pending.getAndIncrement() == 0) {
            begun = System.nanoTime();
            LOG.info("The memory tier is being loaded. Requests take longer until it is.");
        }
        filling.execute(() -> {
            try {
                cache.run();
            } finally {
                if (pending.decrementAndGet() == 0) {
                    LOG.info(
                            "The memory tier is loaded: {} MiB in {} s.",
                            takenBytes() >> 20,
                            Duration.ofNanos(System.nanoTime() - begun).toSeconds());
                }
            }
        });
    }

    /** The number of stores still to be loaded into memory, as far as they fit. */
    public int pendingStores() {
        return pending.get();
    }

    /** Registers the metrics of the memory taken, and of what is still to be loaded. */
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("catalog.memory.tier.bytes", this, MemoryTier::takenBytes)
                .description("Memory of the variants in the memory tier.")
                .register(registry);
        Gauge.builder("catalog.memory.tier.filling.tables", this, MemoryTier::pendingStores)
                .description("Tables whose variants are still to be loaded into memory, as far as they fit.")
                .register(registry);
    }

    /** The memory taken by all caches together. */
    public synchronized long takenBytes() {
        return takenForKeys + takenForValues;
    }

    /** Takes memory for keys, if that much is left. */
    synchronized boolean takeForKeys(long wanted) {
        if (wanted > bytes - takenBytes()) {
            return false;
        }
        takenForKeys += wanted;
        return true;
    }

    /** Takes memory for values, if that much is left in addition to what is reserved for keys. */
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

    @Override
    public void close() {
        filling.shutdownNow();
    }
}
