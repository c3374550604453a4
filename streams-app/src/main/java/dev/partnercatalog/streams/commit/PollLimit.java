package dev.partnercatalog.streams.commit;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Lets a stream thread take fewer records at a time while they are heavy. The thread checks whether to commit only
 * after it has processed what it took, and a change of a product sold by many thousands of companies takes most of a
 * second. For use by that thread only.
 *
 * <p>A thread starts with few records, since nothing is known yet. What was too much for one transaction, or was never
 * finished because the thread died, is taken again in halves, one record alone in the end, by whichever thread has the
 * partition then.
 */
final class PollLimit {

    /**
     * This many changes of the largest products result in 262,000 entries, which can be written within one transaction.
     */
    static final int FEW = 16;

    private static final Duration HEAVY = Duration.ofMillis(500);

    /** The brokers abort a transaction that takes half as long again. */
    private static final Duration TOO_MUCH = Duration.ofSeconds(10);

    private final Map<TopicPartition, Integer> limits;
    private final LongSupplier nanoTime;
    private final Map<TopicPartition, Long> lastTaken = new HashMap<>();
    private Set<TopicPartition> taken = Set.of();
    private long rounds;
    private int limit;
    private long began;
    private boolean light;

    /**
     * @param limits how many records are taken at most together with those of a partition; shared by all threads
     * @param nanoTime as {@link System#nanoTime}
     */
    PollLimit(Map<TopicPartition, Integer> limits, LongSupplier nanoTime) {
        this.limits = limits;
        this.nanoTime = nanoTime;
        this.began = nanoTime.getAsLong() - HEAVY.toNanos();
    }

    /** The thread has processed what it took, and polls again. */
    void end() {
        long took = nanoTime.getAsLong() - began;
        light = took < HEAVY.toNanos();
        if (took < TOO_MUCH.toNanos()) {
            int next = light ? 2 * limit : limit;
            taken.forEach(partition -> limits.compute(partition, (any, half) -> limit < FEW ? next : null));
        }
    }

    /**
     * Returns the part of the polled records that the thread takes. The consumer will read the rest again.
     *
     * @param consumer from which the records were polled
     */
    <K, V> ConsumerRecords<K, V> begin(Consumer<K, V> consumer, ConsumerRecords<K, V> polled) {
        began = nanoTime.getAsLong();
        rounds++;
        limit = light ? Integer.MAX_VALUE : FEW;
        int least = polled.partitions().stream().mapToInt(this::limit).reduce(limit, Math::min);
        ConsumerRecords<K, V> part;
        if (polled.count() <= least) {
            limit = least;
            part = polled;
        } else {
            part = part(consumer, polled);
        }
        taken = part.partitions();
        int half = Math.max(1, Math.min(FEW, part.count() / 2));
        taken.forEach(partition -> {
            limits.put(partition, half);
            lastTaken.put(partition, rounds);
        });
        return part;
    }

    private int limit(TopicPartition partition) {
        return limits.getOrDefault(partition, Integer.MAX_VALUE);
    }

    /** Takes from who has waited longest first, so that neither a low limit nor an early place keeps others waiting. */
    private <K, V> ConsumerRecords<K, V> part(Consumer<K, V> consumer, ConsumerRecords<K, V> polled) {
        Map<TopicPartition, List<ConsumerRecord<K, V>>> part = new LinkedHashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>(polled.nextOffsets());
        List<TopicPartition> order = polled.partitions().stream()
                .sorted(Comparator.comparing(partition -> lastTaken.getOrDefault(partition, 0L)))
                .toList();
        int sum = 0;
        for (TopicPartition partition : order) {
            List<ConsumerRecord<K, V>> records = polled.records(partition);
            int most = Math.min(limit, limit(partition));
            int count = Math.max(0, Math.min(most - sum, records.size()));
            if (count < records.size()) {
                ConsumerRecord<K, V> first = records.get(count);
                OffsetAndMetadata again = new OffsetAndMetadata(first.offset(), first.leaderEpoch(), "");
                consumer.seek(partition, again);
                next.put(partition, again);
            }
            if (count == 0) {
                next.remove(partition);
            } else {
                sum += count;
                limit = most;
                part.put(partition, records.subList(0, count));
            }
        }
        return new ConsumerRecords<>(part, next);
    }
}
