package dev.partnercatalog.cli.connection;

import dev.partnercatalog.cli.CommandFault;
import java.time.Duration;
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

    private static final Duration READ_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<String, byte[]> consumer;
    private final String topic;

    /** @param consumer in no group; what it was assigned before is forgotten */
    public CompactedTopic(Consumer<String, byte[]> consumer, String topic) {
        this.consumer = consumer;
        this.topic = topic;
    }

    /**
     * The newest value of each wanted key, deleted ones left out.
     *
     * @throws CommandFault where that can't be read in time
     */
    public SortedMap<String, byte[]> read(Set<Integer> partitions, Predicate<String> wanted) {
        List<TopicPartition> all = partitions.stream()
                .map(partition -> new TopicPartition(topic, partition))
                .toList();
        SortedMap<String, byte[]> newest = new TreeMap<>();
        try {
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            long deadline = System.nanoTime() + READ_TIMEOUT.toNanos();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                if (System.nanoTime() > deadline) {
                    throw new CommandFault(
                            "topic " + topic + " could not be read within " + READ_TIMEOUT.toSeconds() + " s");
                }
                for (ConsumerRecord<String, byte[]> read : consumer.poll(POLL)) {
                    if (read.key() != null && wanted.test(read.key())) {
                        apply(read, newest);
                    }
                }
            }
        } catch (KafkaException e) {
            throw new CommandFault("topic " + topic + " can't be read: " + e.getMessage(), e);
        }
        return newest;
    }

    private static void apply(ConsumerRecord<String, byte[]> read, Map<String, byte[]> newest) {
        if (read.value() == null) {
            newest.remove(read.key());
        } else {
            newest.put(read.key(), read.value());
        }
    }
}
