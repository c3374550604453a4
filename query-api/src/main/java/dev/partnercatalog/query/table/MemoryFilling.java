package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryCache;
import dev.partnercatalog.query.tier.MemoryTier;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the content of stores into memory, in its own threads: as many stores at a time as leaves half of the processors
 * to requests. Thread-safe.
 */
public final class MemoryFilling implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MemoryFilling.class);

    private final MemoryTier tier;
    private final AtomicInteger pending = new AtomicInteger();
    private volatile long begun;
    private final ExecutorService filling =
            Executors.newFixedThreadPool(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), task -> {
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

    /** Will fill a store's cache. */
    void add(Runnable fill) {
        if (pending.getAndIncrement() == 0) {
            begun = System.nanoTime();
            LOG.info("The memory tier is being loaded. Requests take longer until it is.");
        }
        filling.execute(() -> {
            try {
                fill.run();
            } finally {
                if (pending.decrementAndGet() == 0) {
                    LOG.info(
                            "The memory tier is loaded: {} MiB in {} s.",
                            bytes() >> 20,
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
        Gauge.builder("catalog.memory.tier.bytes", this, MemoryFilling::bytes)
                .description("Memory of the variants in the memory tier.")
                .register(registry);
        Gauge.builder("catalog.memory.tier.filling.tables", this, MemoryFilling::pendingStores)
                .description("Tables whose variants are still to be loaded into memory, as far as they fit.")
                .register(registry);
    }

    /** The memory taken. */
    public long bytes() {
        return tier.takenBytes();
    }

    @Override
    public void close() {
        filling.shutdownNow();
    }
}
