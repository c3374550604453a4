package dev.partnercatalog.streams.commit;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * <p>A thread starts with few records, since nothing is known yet: what was too much for one transaction is taken again
 * in smaller parts, by the same thread or its successor.
 */
final class PollLimit {

    /**
     * This many changes of the largest products result in 262,000 entries, which can be written within one transaction.
     */
    static final int FEW = 16;

    private static final Duration HEAVY = Duration.ofMillis(500);

    private final LongSupplier nanoTime;
    private long began;
    private boolean light;

    /** @param nanoTime as {@link System#nanoTime} */
    PollLimit(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.began = nanoTime.getAsLong() - HEAVY.toNanos();
    }

    /** The thread has processed what it took, and polls again. */
    void end() {
        light = nanoTime.getAsLong() - began < HEAVY.toNanos();
    }

    /**
     * Returns the part of the polled records that the thread takes. The consumer will read the rest again.
     *
     * @param consumer from which the records were polled
     */
    <K, V> ConsumerRecords<K, V> begin(Consumer<K, V> consumer, ConsumerRecords<K, V> polled) {
        began = nanoTime.getAsLong();
        return light || polled.count() <= FEW ? polled : few(consumer, polled);
    }

    private static <K, V> ConsumerRecords<K, V> few(Consumer<K, V> consumer, ConsumerRecords<K, V> polled) {
        Map<TopicPartition, List<ConsumerRecord<K, V>>> taken = new LinkedHashMap<>();
        Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>(polled.nextOffsets());
        int left = FEW;
        for (TopicPartition partition : polled.partitions()) {
            List<ConsumerRecord<K, V>> records = polled.records(partition);
            int count = Math.min(left, records.size());
            left -= count;
            if (count < records.size()) {
                ConsumerRecord<K, V> first = records.get(count);
                OffsetAndMetadata again = new OffsetAndMetadata(first.offset(), first.leaderEpoch(), "");
                consumer.seek(partition, again);
                next.put(partition, again);
            }
            if (count == 0) {
                next.remove(partition);
            } else {
                taken.put(partition, records.subList(0, count));
            }
        }
        return new ConsumerRecords<>(taken, next);
    }
}
