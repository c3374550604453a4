package dev.partnercatalog.operations.partitions;

import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;

/** Compares topics with their copies, key by key. Not thread-safe. */
final class InputComparison {

    /** Keys per side; with two sides and free slots in the table, this takes some 500 MB. */
    private static final long KEYS_AT_ONCE = 8_000_000;

    private final Brokers brokers;

    InputComparison(Brokers brokers) {
        this.brokers = brokers;
    }

    /**
     * Reads and compares both topics.
     *
     * @param copied offsets up to which the topic was copied
     */
    ComparedTopic compare(CatalogTopic topic, String from, String to, Map<TopicPartition, Long> copied) {
        try (Consumer<byte[], byte[]> consumer = brokers.bytesConsumer()) {
            LogReader source = new LogReader(consumer, from);
            LogReader copy = new LogReader(consumer, to);
            Map<TopicPartition, Long> begins = source.beginnings();
            Map<TopicPartition, Long> ends = new HashMap<>();
            begins.keySet().forEach(partition -> ends.put(partition, copied.getOrDefault(partition, 0L)));
            long records = ends.entrySet().stream()
                    .mapToLong(end -> Math.max(0, end.getValue() - begins.getOrDefault(end.getKey(), 0L)))
                    .sum();
            int passes = Math.toIntExact(1 + records / KEYS_AT_ONCE);
            KeyDigest.Sum original = new KeyDigest.Sum(0, 0);
            KeyDigest.Sum copies = new KeyDigest.Sum(0, 0);
            for (int pass = 0; pass < passes; pass++) {
                original = original.plus(sum(source, begins, ends, pass, passes));
                copies = copies.plus(sum(copy, copy.beginnings(), copy.ends(), pass, passes));
            }
            return new ComparedTopic(topic, original.keys(), copies.keys(), original.equals(copies), original.digest());
        }
    }

    private static KeyDigest.Sum sum(
            LogReader reader, Map<TopicPartition, Long> from, Map<TopicPartition, Long> to, int pass, int passes) {
        KeyDigest digest = new KeyDigest();
        reader.read(from, to, record -> {
            byte[] key = record.key();
            if (key != null && Utils.toPositive(Utils.murmur2(key)) % passes == pass) {
                digest.put(key, record.value());
            }
        });
        return digest.sum();
    }
}
