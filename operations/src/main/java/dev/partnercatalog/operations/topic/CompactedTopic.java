package dev.partnercatalog.operations.topic;

import dev.partnercatalog.operations.OperatorFault;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** A compacted topic read from its beginning to where it ends at that moment. Not thread-safe. */
public final class CompactedTopic {

    /** Without a single record read. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(60);

    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<String, byte[]> consumer;
    private final String topic;

    /** Hears how far a topic is read. */
    @FunctionalInterface
    public interface Progress {

        /**
         * Told again and again.
         *
         * @param done offsets behind
         * @param all offsets there are, an upper bound of the records
         */
        void at(long done, long all);
    }

    /** @param consumer in no group; what it was assigned before is forgotten */
    public CompactedTopic(Consumer<String, byte[]> consumer, String topic) {
        this.consumer = consumer;
        this.topic = topic;
    }

    /**
     * The newest record of each wanted key, in the order of the keys; deleted ones left out. A key that is in several
     * partitions has one of each.
     *
     * @throws OperatorFault where that can't be read in time
     */
    public List<StoredRecord> read(Set<Integer> partitions, Predicate<String> wanted) {
        return read(partitions, wanted, (done, all) -> {});
    }

    /** As {@link #read(Set, Predicate)}, telling how far it is. */
    public List<StoredRecord> read(Set<Integer> partitions, Predicate<String> wanted, Progress progress) {
        List<TopicPartition> all = partitions.stream()
                .map(partition -> new TopicPartition(topic, partition))
                .toList();
        SortedMap<Slot, StoredRecord> newest = new TreeMap<>();
        try {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            long begin = sum(consumer.beginningOffsets(all).values());
            long end = sum(ends.values());
            long before = -1;
            long since = System.nanoTime();
            while (ends.entrySet().stream().anyMatch(last -> consumer.position(last.getKey()) < last.getValue())) {
                long position = all.stream().mapToLong(consumer::position).sum();
                if (position != before) {
                    before = position;
                    since = System.nanoTime();
                    progress.at(position - begin, end - begin);
                } else if (System.nanoTime() - since > READ_TIMEOUT.toNanos()) {
                    throw new OperatorFault("nothing came from topic " + topic + " for " + READ_TIMEOUT.toSeconds()
                            + " s, and it isn't read to its end");
                }
                for (ConsumerRecord<String, byte[]> read : consumer.poll(POLL)) {
                    if (read.key() != null && wanted.test(read.key())) {
                        apply(read, newest);
                    }
                }
            }
        } catch (KafkaException e) {
            throw new OperatorFault("topic " + topic + " can't be read: " + e.getMessage(), e);
        }
        return List.copyOf(newest.values());
    }

    private static long sum(Collection<Long> offsets) {
        return offsets.stream().mapToLong(Long::longValue).sum();
    }

    private static void apply(ConsumerRecord<String, byte[]> read, Map<Slot, StoredRecord> newest) {
        Slot slot = new Slot(read.key(), read.partition());
        if (read.value() == null) {
            newest.remove(slot);
        } else {
            newest.put(slot, new StoredRecord(read.key(), read.partition(), read.offset(), read.value()));
        }
    }

    private record Slot(String key, int partition) implements Comparable<Slot> {

        @Override
        public int compareTo(Slot other) {
            int byKey = key.compareTo(other.key);
            return byKey == 0 ? Integer.compare(partition, other.partition) : byKey;
        }
    }
}
