package dev.partnercatalog.runtime.progress;

import dev.partnercatalog.runtime.topic.LogReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * How many records wait between a group's positions and the ends of what can be read. The last offsets of a partition may
 * be those of transactions' markers, or of records that were aborted: nobody reads these, and no group commits a position
 * behind them. A partition is looked at if nothing has moved there since the last count: until then, all of it counts.
 * For one group. Not thread-safe.
 */
public final class WaitingRecords {

    private static final Duration POLL = Duration.ofMillis(200);

    /** After which time partitions that have shown nothing are left to the next count. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** What a partition holds that nobody has read. */
    private record Tail(TopicPartition partition, long position, long end) {}

    private enum Found {
        NOT_LOOKED,
        RECORDS,
        NOTHING
    }

    private final Supplier<Consumer<byte[], byte[]>> reader;

    /** Those of the last count. */
    private final Map<Tail, Found> tails = new HashMap<>();

    /** Reads with clients that have these settings. */
    public static WaitingRecords readBy(Map<?, ?> settings) {
        return new WaitingRecords(() -> LogReader.consumer(settings));
    }

    /** @param reader makes consumers of committed records, without a group */
    public WaitingRecords(Supplier<Consumer<byte[], byte[]>> reader) {
        this.reader = reader;
    }

    /**
     * How many offsets lie from the group's positions (0 where there is none) to the ends of what is committed or
     * aborted, in partitions where a record is among them.
     */
    public Map<TopicPartition, Long> in(Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
        Set<Tail> now = ends.entrySet().stream()
                .map(end -> new Tail(end.getKey(), positions.getOrDefault(end.getKey(), 0L), end.getValue()))
                .filter(tail -> tail.position() < tail.end())
                .collect(Collectors.toSet());
        tails.keySet().retainAll(now);
        Map<TopicPartition, Tail> still = tails.entrySet().stream()
                .filter(tail -> tail.getValue() == Found.NOT_LOOKED)
                .collect(Collectors.toMap(tail -> tail.getKey().partition(), Map.Entry::getKey));
        now.forEach(tail -> tails.putIfAbsent(tail, Found.NOT_LOOKED));
        if (!still.isEmpty()) {
            check(still);
        }
        return now.stream()
                .filter(tail -> tails.get(tail) != Found.NOTHING)
                .collect(Collectors.toUnmodifiableMap(Tail::partition, tail -> tail.end() - tail.position()));
    }

    /** All of them. */
    public long count(Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
        return in(positions, ends).values().stream().mapToLong(Long::longValue).sum();
    }

    private void check(Map<TopicPartition, Tail> open) {
        try (Consumer<byte[], byte[]> consumer = reader.get()) {
            consumer.assign(open.keySet());
            Map<TopicPartition, Long> begins = consumer.beginningOffsets(open.keySet());
            open.forEach((partition, tail) ->
                    consumer.seek(partition, Math.max(begins.getOrDefault(partition, 0L), tail.position())));
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!open.isEmpty() && System.nanoTime() < deadline) {
                Set<TopicPartition> filled = consumer.poll(POLL).partitions();
                for (Tail tail : List.copyOf(open.values())) {
                    TopicPartition partition = tail.partition();
                    if (filled.contains(partition) || consumer.position(partition) >= tail.end()) {
                        tails.put(tail, filled.contains(partition) ? Found.RECORDS : Found.NOTHING);
                        open.remove(partition);
                    }
                }
                consumer.pause(filled);
            }
        }
    }
}
