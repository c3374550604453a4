package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.health.HealthCheck;
import dev.partnercatalog.runtime.health.HealthCheck.Verdict;
import dev.partnercatalog.runtime.store.WholeTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the partitions that this instance reads make progress. A partition with records waiting, of which none was
 * committed for half a minute, is stalled, whatever state its threads report.
 */
final class ProgressCheck implements HealthCheck {

    private static final Logger LOG = LoggerFactory.getLogger(ProgressCheck.class);
    static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final int LOOKS = 6;
    private static final Duration LOOK_FOR_RECORDS = Duration.ofSeconds(2);

    /**
     * Where a partition was when progress was last seen.
     *
     * @param looks the number of checks since then
     */
    private record Standstill(long committed, int looks) {}

    private final String group;
    private final Supplier<Set<TopicPartition>> partitions;
    private final Admin admin;
    private final Supplier<Consumer<byte[], byte[]>> reader;
    private final WholeTimes whole;
    private Map<TopicPartition, Standstill> standstills = Map.of();

    /** Ends of partitions that contain only transaction markers after the committed position. */
    private final Map<TopicPartition, Long> withoutRecords = new HashMap<>();

    private volatile Set<TopicPartition> stalled = Set.of();

    /**
     * @param partitions those that this instance reads now; empty while no progress can be expected
     * @param reader makes a consumer outside of any group, which is closed after use
     * @param whole receives when the group had read everything in each partition, by topic
     */
    ProgressCheck(
            String group,
            Supplier<Set<TopicPartition>> partitions,
            Admin admin,
            Supplier<Consumer<byte[], byte[]>> reader,
            WholeTimes whole) {
        this.group = group;
        this.partitions = partitions;
        this.admin = admin;
        this.reader = reader;
        this.whole = whole;
    }

    /** The partitions that make no progress. */
    Set<TopicPartition> stalled() {
        return stalled;
    }

    @Override
    public Verdict verdict() {
        return stalled.isEmpty() ? Verdict.FINE : Verdict.STALLED;
    }

    @Override
    public void look() throws ExecutionException, InterruptedException {
        logChanges(find());
    }

    private void logChanges(Set<TopicPartition> now) {
        Set<TopicPartition> before = stalled;
        stalled = now;
        for (TopicPartition partition : now) {
            if (!before.contains(partition)) {
                Standstill standstill = standstills.get(partition);
                LOG.error(
                        "{} makes no progress in {}: nothing was committed for {} s, and records are waiting from"
                                + " offset {}",
                        group,
                        partition,
                        INTERVAL.multipliedBy(LOOKS).toSeconds(),
                        standstill == null ? "?" : standstill.committed());
            }
        }
        for (TopicPartition partition : before) {
            if (!now.contains(partition)) {
                LOG.info("{} makes progress in {} again, or another instance has taken it over", group, partition);
            }
        }
    }

    private Set<TopicPartition> find() throws ExecutionException, InterruptedException {
        Set<TopicPartition> read = partitions.get();
        if (read.isEmpty()) {
            // A thread that fails repeatedly has its partitions only until the next rebalance.
            return stalled;
        }
        Map<TopicPartition, Long> committed = committed(read);
        Instant asked = Instant.now();
        Map<TopicPartition, Long> ends = ends(read);
        Map<TopicPartition, Standstill> now = new HashMap<>();
        ends.forEach((partition, end) -> {
            long at = committed.getOrDefault(partition, 0L);
            boolean waiting = end > at && !end.equals(withoutRecords.get(partition));
            whole.at(partition.topic(), partition.partition(), waiting ? at : end, end, asked);
            if (waiting) {
                Standstill before = standstills.get(partition);
                now.put(
                        partition,
                        new Standstill(at, before != null && before.committed() == at ? before.looks() + 1 : 0));
            }
        });
        standstills = now;
        List<TopicPartition> suspects = now.entrySet().stream()
                .filter(standstill -> standstill.getValue().looks() >= LOOKS)
                .map(Map.Entry::getKey)
                .toList();
        return Set.copyOf(suspects.stream()
                .filter(partition -> stalled.contains(partition) || hasRecords(partition, ends))
                .toList());
    }

    private Map<TopicPartition, Long> committed(Set<TopicPartition> read)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> committed = new HashMap<>();
        Map<TopicPartition, @Nullable OffsetAndMetadata> known = admin.listConsumerGroupOffsets(
                        Map.of(group, new ListConsumerGroupOffsetsSpec().topicPartitions(read)))
                .partitionsToOffsetAndMetadata(group)
                .get();
        known.forEach((partition, offset) -> {
            if (offset != null) {
                committed.put(partition, offset.offset());
            }
        });
        return committed;
    }

    private Map<TopicPartition, Long> ends(Set<TopicPartition> read) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        read.forEach(partition -> question.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(question, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .all()
                .get()
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    /**
     * The last offsets of a partition may be those of transaction markers, which are neither processed nor committed.
     */
    private boolean hasRecords(TopicPartition partition, Map<TopicPartition, Long> ends) {
        Standstill standstill = standstills.get(partition);
        long end = ends.getOrDefault(partition, 0L);
        try (Consumer<byte[], byte[]> consumer = reader.get()) {
            consumer.assign(List.of(partition));
            long beginning = consumer.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
            consumer.seek(partition, Math.max(beginning, standstill == null ? 0 : standstill.committed()));
            long deadline = System.nanoTime() + LOOK_FOR_RECORDS.toNanos();
            while (consumer.position(partition) < end && System.nanoTime() < deadline) {
                if (!consumer.poll(LOOK_FOR_RECORDS).isEmpty()) {
                    return true;
                }
            }
            if (consumer.position(partition) >= end) {
                withoutRecords.put(partition, end);
            }
            return false;
        }
    }
}
