package dev.partnercatalog.runtime.progress;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

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

    private record Tail(long position, long end) {}

    private final Supplier<Consumer<byte[], byte[]>> reader;

    private final Map<TopicPartition, Tail> seen = new HashMap<>();

    /** What was looked at, and since then hasn't moved. */
    private final Map<TopicPartition, Tail> looked = new HashMap<>();

    /** Those of them that held no record. */
    private final Set<TopicPartition> empty = new HashSet<>();

    /** Reads with clients that have these settings. */
    public static WaitingRecords readBy(Map<String, Object> settings) {
        Map<String, Object> reading = new HashMap<>(settings);
        reading.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        return new WaitingRecords(
                () -> new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
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
        Map<TopicPartition, Tail> tails = new HashMap<>();
        ends.forEach((partition, end) -> {
            Tail tail = new Tail(positions.getOrDefault(partition, 0L), end);
            if (tail.position() < end) {
                tails.put(partition, tail);
            }
        });
        looked.keySet().removeIf(partition -> !Objects.equals(looked.get(partition), tails.get(partition)));
        Map<TopicPartition, Tail> still = new HashMap<>(tails);
        still.keySet()
                .removeIf(partition ->
                        looked.containsKey(partition) || !Objects.equals(seen.get(partition), tails.get(partition)));
        seen.clear();
        seen.putAll(tails);
        if (!still.isEmpty()) {
            look(still);
        }
        empty.retainAll(looked.keySet());
        tails.keySet().removeAll(empty);
        return tails.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(
                        Map.Entry::getKey,
                        tail -> tail.getValue().end() - tail.getValue().position()));
    }

    /** All of them. */
    public long count(Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
        return in(positions, ends).values().stream().mapToLong(Long::longValue).sum();
    }

    private void look(Map<TopicPartition, Tail> tails) {
        try (Consumer<byte[], byte[]> consumer = reader.get()) {
            Set<TopicPartition> open = new HashSet<>(tails.keySet());
            consumer.assign(open);
            Map<TopicPartition, Long> begins = consumer.beginningOffsets(open);
            tails.forEach((partition, tail) ->
                    consumer.seek(partition, Math.max(begins.getOrDefault(partition, 0L), tail.position())));
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!open.isEmpty() && System.nanoTime() < deadline) {
                Set<TopicPartition> filled = consumer.poll(POLL).partitions();
                Set<TopicPartition> ended = new HashSet<>(open);
                ended.removeAll(filled);
                ended.removeIf(partition -> consumer.position(partition)
                        < Objects.requireNonNull(tails.get(partition)).end());
                empty.addAll(ended);
                open.removeAll(filled);
                open.removeAll(ended);
                consumer.pause(filled);
            }
            tails.keySet().removeAll(open);
            looked.putAll(tails);
        }
    }
}
