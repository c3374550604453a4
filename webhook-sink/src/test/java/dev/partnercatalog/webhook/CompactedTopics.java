package dev.partnercatalog.webhook;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The sink's sources as brokers keep them, and consumers that read them beside the sink. */
final class CompactedTopics {

    private static final TopicPartition ENTRIES =
            new TopicPartition(CatalogTopic.COMPANY_VARIANTS.name(SinkTopology.PREFIX), 0);
    private static final TopicPartition LISTINGS =
            new TopicPartition(CatalogTopic.SKU_BARCODES.name(SinkTopology.PREFIX), 0);
    private static final int AT_ONCE = 2;

    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>(Map.of(ENTRIES, 0L, LISTINGS, 0L));

    /** How many consumers were asked for. */
    int consumers;

    /** How many of the next consumers find no broker. */
    int timeouts;

    /** Writes a record of any topic; those that the sink doesn't read beside its tasks are ignored. */
    void write(String topic, String key, byte @Nullable [] value) {
        TopicPartition partition = new TopicPartition(topic, 0);
        Long end = ends.get(partition);
        if (end != null) {
            records.add(new ConsumerRecord<>(topic, 0, end, key.getBytes(StandardCharsets.UTF_8), value));
            ends.put(partition, end + 1);
        }
    }

    /** Compaction removes every record of a key: its deletion, too, though the sink hasn't read it. */
    void forget(String key) {
        Predicate<ConsumerRecord<byte[], byte[]>> ofKey =
                record -> new String(record.key(), StandardCharsets.UTF_8).equals(key);
        if (!records.removeIf(ofKey)) {
            throw new AssertionError("there is no record with key " + key);
        }
    }

    Consumer<byte[], byte[]> consumer() {
        consumers++;
        boolean away = timeouts-- > 0;
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest") {
            private int given;

            @Override
            public synchronized Map<TopicPartition, Long> endOffsets(
                    Collection<TopicPartition> partitions, Duration timeout) {
                if (away) {
                    throw new TimeoutException("away");
                }
                return Map.copyOf(ends);
            }

            @Override
            public synchronized long position(TopicPartition partition, Duration timeout) {
                return given < records.size() ? 0 : ends.getOrDefault(partition, 0L);
            }

            @Override
            public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                for (int i = 0; i < AT_ONCE && given < records.size(); i++) {
                    addRecord(records.get(given++));
                }
                return super.poll(timeout);
            }
        };
        consumer.updateBeginningOffsets(Map.of(ENTRIES, 0L, LISTINGS, 0L));
        return consumer;
    }
}
