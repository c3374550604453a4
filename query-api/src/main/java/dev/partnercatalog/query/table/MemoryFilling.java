package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryCache;
import dev.partnercatalog.query.tier.MemoryTier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Brings what stores hold into memory, in a thread of its own, one store after the other. Thread-safe. */
public final class MemoryFilling implements AutoCloseable {

    private final MemoryTier tier;
    private final AtomicInteger pending = new AtomicInteger();
    private final ExecutorService filling = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "memory-tier");
        thread.setDaemon(true);
        return thread;
    });

    public MemoryFilling(MemoryTier tier) {
        this.tier = tier;
    }

    EntryCache newCache() {
        return tier.newCache();
    }

    /** Fills a store's cache in a while. */
    void add(OpenTable store) {
        pending.incrementAndGet();
        filling.execute(() -> {
            try {
                store.fillCache();
            } finally {
                pending.decrementAndGet();
            }
        });
    }

    /** Stores that are still to be brought into memory, as far as they fit. */
    public int pendingStores() {
        return pending.get();
    }

    /** What is taken in memory. */
    public long bytes() {
        return tier.takenBytes();
    }

    @Override
    public void close() {
        filling.shutdownNow();
    }
}
