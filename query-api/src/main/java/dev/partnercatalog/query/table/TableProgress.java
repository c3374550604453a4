package dev.partnercatalog.query.table;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.kafka.common.TopicPartition;

/**
 * How far the tables of this instance have got in their topics. A position is what counts, not the last record's offset:
 * topics that transactions write end in markers that no reader ever sees. Thread-safe.
 */
public final class TableProgress {

    private final ConcurrentMap<TopicPartition, Long> applied = new ConcurrentHashMap<>();
    private final Set<ConsumerProgress> consumers = ConcurrentHashMap.newKeySet();
    private final GlobalProgress global = new GlobalProgress();

    /**
     * Whether every partition that this instance has holds what its topic held when the partition came here. Means
     * something only while the application runs: before, the partitions are not yet dealt out.
     */
    public boolean isCaughtUp() {
        return !consumers.isEmpty() && consumers.stream().allMatch(ConsumerProgress::isCaughtUp);
    }

    /** Whether this instance's consumer has passed where the topic ended when the partition came here. */
    public boolean isCaughtUp(TopicPartition partition) {
        return consumers.stream().anyMatch(consumer -> consumer.isCaughtUp(partition));
    }

    /** Whether any partition lacks records that its topic has had for longer than this. */
    public boolean isBehind(Duration tolerance) {
        return consumers.stream().anyMatch(consumer -> consumer.isBehind(tolerance));
    }

    /** Of the tables that every instance holds whole. */
    public GlobalProgress global() {
        return global;
    }

    void applied(TopicPartition partition, long offset) {
        applied.put(partition, offset);
    }

    boolean hasApplied(TopicPartition partition, long offset) {
        return applied.getOrDefault(partition, -1L) >= offset;
    }

    void add(ConsumerProgress consumer) {
        consumers.add(consumer);
    }

    void remove(ConsumerProgress consumer) {
        consumers.remove(consumer);
    }
}
