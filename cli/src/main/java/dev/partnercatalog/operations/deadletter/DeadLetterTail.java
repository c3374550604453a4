package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.runtime.LogReader;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Follows the topic of dead letters from near its end. Not thread-safe. */
public final class DeadLetterTail {

    private final LogReader reader;
    private final long most;
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private boolean all = true;

    /**
     * @param consumer a consumer without a group that reads only committed records; its previous assignment is dropped
     * @param most how far before the end of each partition reading starts, in offsets
     */
    public DeadLetterTail(
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer, String topic, long most) {
        this.reader = new LogReader(consumer, topic);
        this.most = most;
    }

    /** Leaves out the dead letters that are stored now. */
    void skip() {
        next.putAll(reader.ends());
    }

    /**
     * Passes on each dead letter that was stored since the last call.
     *
     * @return the first offset of each partition that still exists; dead letters before it are gone
     */
    public Map<Integer, Long> advance(Consumer<DeadLetter> action) {
        Map<TopicPartition, Long> beginnings = reader.beginnings();
        Map<TopicPartition, Long> ends = reader.ends();
        Map<Integer, Long> firsts = new HashMap<>();
        ends.forEach((partition, end) -> {
            long first = beginnings.getOrDefault(partition, 0L);
            firsts.put(partition.partition(), first);
            if (!next.containsKey(partition) && end - first > most) {
                all = false;
            }
            next.merge(partition, Math.max(first, end - most), Math::max);
        });
        reader.read(next, ends, record -> action.accept(DeadLetter.of(record)));
        next.putAll(ends);
        return firsts;
    }

    /** Whether every dead letter that existed at the first call was passed on. */
    public boolean isAll() {
        return all;
    }
}
