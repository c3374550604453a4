package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.MemoryTier;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of variants that this instance itself keeps up to date, to be read without asking Kafka Streams: each
 * from when its store is restored, and its consumer has reached the topic's end, until just before it goes elsewhere.
 * Thread-safe.
 */
public final class HeldVariants implements AutoCloseable {

    /** A partition whose task runs; {@code filled} once its consumer has reached the topic's end. */
    private static final class Active {
        private final OpenVariants store;
        private volatile boolean filled;

        Active(OpenVariants store) {
            this.store = store;
        }
    }

    private final IntPredicate caughtUp;
    private final MemoryTier tier;
    private final ConcurrentMap<Integer, OpenVariants> open = new ConcurrentHashMap<>();
    private final ConcurrentMap<Integer, Active> active = new ConcurrentHashMap<>();
    private final AtomicInteger pending = new AtomicInteger();
    private final ExecutorService filling = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "memory-tier");
        thread.setDaemon(true);
        return thread;
    });

    public HeldVariants(TableProgress progress, String topicPrefix, MemoryTier tier) {
        this(caughtUp(progress, Table.VARIANTS.topicName(topicPrefix)), tier);
    }

    /** @param caughtUp whether the consumer of a partition has reached the topic's end since the partition came here */
    HeldVariants(IntPredicate caughtUp, MemoryTier tier) {
        this.caughtUp = caughtUp;
        this.tier = tier;
    }

    private static IntPredicate caughtUp(TableProgress progress, String topic) {
        return partition -> progress.isCaughtUp(new TopicPartition(topic, partition));
    }

    /** A partition's variants; null where this instance isn't known to have all of them now. */
    @Nullable
    OpenVariants find(int partition) {
        Active here = active.get(partition);
        if (here == null || !here.store.isOpen()) {
            return null;
        }
        if (!here.filled) {
            here.filled = caughtUp.test(partition);
        }
        return here.filled ? here.store : null;
    }

    /** These partitions, and the others as {@code others} has them. */
    public PartitionedStore orElse(PartitionedStore others) {
        return partition -> {
            OpenVariants own = find(partition);
            return own == null ? others.partition(partition) : new OwnVariants(own, partition);
        };
    }

    MemoryTier tier() {
        return tier;
    }

    void opened(int partition, OpenVariants store) {
        open.put(partition, store);
    }

    void closed(int partition, OpenVariants store) {
        open.remove(partition, store);
    }

    /** The partition's store is restored, and is brought up to date from now on. */
    void activate(int partition) {
        OpenVariants store = open.get(partition);
        if (store != null) {
            active.put(partition, new Active(store));
            pending.incrementAndGet();
            filling.execute(() -> {
                try {
                    store.fillCache();
                } finally {
                    pending.decrementAndGet();
                }
            });
        }
    }

    /** Partitions whose variants are still to be brought into memory, as far as they fit. */
    public int fillingPartitions() {
        return pending.get();
    }

    /** What variants in memory take. */
    public long memoryBytes() {
        return tier.takenBytes();
    }

    /** The partition is about to go elsewhere. */
    void deactivate(int partition) {
        active.remove(partition);
    }

    @Override
    public void close() {
        filling.shutdownNow();
    }
}
