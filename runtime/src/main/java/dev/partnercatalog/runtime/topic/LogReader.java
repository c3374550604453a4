package dev.partnercatalog.runtime.topic;

import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads a topic by position. Each record is passed on at once, and none is kept. For use by one thread.
 *
 * @param consumer not in a group, reading committed records; its previous assignment is replaced
 */
public record LogReader(org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer, String topic) {

    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int FETCH_WAIT_MS = 10;

    /** Creates a consumer for records that are there already; it is closed without delay. */
    public static org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer(Map<?, ?> kafka) {
        Properties reading = new Properties();
        reading.putAll(kafka);
        // While a broker lets a fetch wait for records, half a second by default, it answers nothing else on the
        // connection, not even a close.
        reading.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
        return follower(reading);
    }

    /** Creates a consumer that waits for records to come. */
    public static org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> follower(Map<?, ?> kafka) {
        Properties reading = new Properties();
        reading.putAll(kafka);
        reading.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        reading.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        return new KafkaConsumer<>(reading, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    public TopicPartition partition(int number) {
        return new TopicPartition(topic, number);
    }

    public List<TopicPartition> partitions() {
        return translatingFaults(() -> consumer.partitionsFor(topic).stream()
                .map(info -> partition(info.partition()))
                .sorted((a, b) -> Integer.compare(a.partition(), b.partition()))
                .toList());
    }

    public Map<TopicPartition, Long> beginnings() {
        return translatingFaults(() -> new HashMap<>(consumer.beginningOffsets(partitions())));
    }

    public Map<TopicPartition, Long> ends() {
        return translatingFaults(() -> new HashMap<>(consumer.endOffsets(partitions())));
    }

    /** The first offset in each partition with this timestamp or a later one; the end if there is none. */
    public Map<TopicPartition, Long> offsetsAt(long timestamp) {
        Map<TopicPartition, Long> offsets = ends();
        Map<TopicPartition, Long> times = new HashMap<>();
        offsets.keySet().forEach(partition -> times.put(partition, Math.max(0, timestamp)));
        Map<TopicPartition, OffsetAndTimestamp> found = translatingFaults(() -> consumer.offsetsForTimes(times));
        found.forEach((partition, at) -> {
            if (at != null) {
                offsets.put(partition, at.offset());
            }
        });
        return offsets;
    }

    /** Reads a partition to its present end, as {@link #read(Map, Map, Consumer)} does; returns the end. */
    public long read(int partition, Consumer<ConsumerRecord<byte[], byte[]>> action) {
        TopicPartition one = partition(partition);
        long beginning = beginnings().getOrDefault(one, 0L);
        long end = ends().getOrDefault(one, 0L);
        read(Map.of(one, beginning), Map.of(one, end), action);
        return end;
    }

    /**
     * Reads each partition in both maps from the first position (inclusive) to the second (exclusive). Throws {@link
     * BrokerUnavailableException} if no record arrives for half a minute.
     */
    public void read(
            Map<TopicPartition, Long> from,
            Map<TopicPartition, Long> to,
            Consumer<ConsumerRecord<byte[], byte[]>> action) {
        Map<TopicPartition, Long> ends = new HashMap<>();
        from.forEach((partition, start) -> {
            long end = to.getOrDefault(partition, 0L);
            if (start < end) {
                ends.put(partition, end);
            }
        });
        translatingFaults(() -> {
            consumer.assign(ends.keySet());
            ends.keySet().forEach(partition -> consumer.seek(partition, from.getOrDefault(partition, 0L)));
            readAssigned(ends, action);
            return topic;
        });
    }

    private void readAssigned(Map<TopicPartition, Long> ends, Consumer<ConsumerRecord<byte[], byte[]>> action) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        long before = -1;
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < ends.getOrDefault(partition(record.partition()), 0L)) {
                    action.accept(record);
                }
            }
            long now = ends.keySet().stream().mapToLong(consumer::position).sum();
            if (now > before) {
                before = now;
                deadline = System.nanoTime() + PATIENCE.toNanos();
            } else if (System.nanoTime() > deadline) {
                throw new TimeoutException("no record arrived for " + PATIENCE.toSeconds() + " s");
            }
        }
    }

    private <T> T translatingFaults(Supplier<T> question) {
        try {
            return question.get();
        } catch (KafkaException e) {
            throw new BrokerUnavailableException("topic " + topic + " can't be read: " + FaultWords.of(e), e);
        }
    }
}
