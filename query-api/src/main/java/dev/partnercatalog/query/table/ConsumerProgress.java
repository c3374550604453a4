package dev.partnercatalog.query.table;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * How far one consumer's partitions are. The consumer's thread reports after each poll; any thread may ask.
 *
 * <p>Each partition has a goal, the end of its topic when the goal was set. Once all up to it is applied, the present
 * end is the next goal. So the age of a goal tells for how long something has been missing.
 */
final class ConsumerProgress {

    private record Goal(long end, long since, boolean firstReached) {}

    private final TableProgress tables;
    private final LongSupplier nanoTime;
    private final ConcurrentMap<TopicPartition, Goal> goals = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Long> lastPolled = new ConcurrentHashMap<>();

    ConsumerProgress(TableProgress tables, LongSupplier nanoTime) {
        this.tables = tables;
        this.nanoTime = nanoTime;
    }

    /** The partitions that the consumer has now; what it had before is none of its business any more. */
    void assigned(Collection<TopicPartition> partitions) {
        goals.keySet().retainAll(partitions);
        lastPolled.keySet().retainAll(partitions);
        long now = nanoTime.getAsLong();
        partitions.forEach(partition -> goals.putIfAbsent(partition, new Goal(Long.MAX_VALUE, now, false)));
    }

    /** The last record of a partition that a poll returned. */
    void polled(TopicPartition partition, long lastOffset) {
        lastPolled.put(partition, lastOffset);
    }

    /**
     * Where an assigned partition stands after a poll.
     *
     * @param position of the next record to poll
     * @param lag from there to the end; empty while that isn't known
     */
    void at(TopicPartition partition, long position, OptionalLong lag) {
        Goal goal = goals.get(partition);
        if (goal == null || lag.isEmpty()) {
            return;
        }
        long end = position + lag.getAsLong();
        long goalEnd = Math.min(goal.end(), end);
        boolean reached = position >= goalEnd && tables.hasApplied(partition, lastPolled.getOrDefault(partition, -1L));
        if (reached) {
            goals.put(partition, new Goal(end, nanoTime.getAsLong(), true));
        } else if (goalEnd != goal.end()) {
            goals.put(partition, new Goal(goalEnd, goal.since(), goal.firstReached()));
        }
    }

    boolean isCaughtUp() {
        return goals.values().stream().allMatch(Goal::firstReached);
    }

    boolean isCaughtUp(TopicPartition partition) {
        Goal goal = goals.get(partition);
        return goal != null && goal.firstReached();
    }

    boolean isBehind(Duration tolerance) {
        long now = nanoTime.getAsLong();
        return goals.values().stream().anyMatch(goal -> now - goal.since() > tolerance.toNanos());
    }
}
