package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.webhook.state.SinkState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The log of the sink's store, from one moment on. */
final class Changelog {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final KafkaSettings kafka;
    private final Map<TopicPartition, Long> from;

    /**
     * What was added to it, in bytes of keys and values, before compression.
     *
     * @param written all of it
     * @param kept what no later record replaces or deletes: what remains after compaction
     */
    record Growth(long written, long kept) {}

    private Changelog(KafkaSettings kafka, Map<TopicPartition, Long> from) {
        this.kafka = kafka;
        this.from = Map.copyOf(from);
    }

    static Changelog fromNow(KafkaSettings kafka) {
        String topic = kafka.applicationId("webhook-sink") + "-" + SinkState.STORE + "-changelog";
        List<TopicPartition> partitions = IntStream.range(0, kafka.topics().partitions())
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        try (var consumer = consumer(kafka)) {
            return new Changelog(kafka, consumer.endOffsets(partitions));
        }
    }

    Growth growth() throws IOException {
        long written = 0;
        long kept = 0;
        try (var consumer = consumer(kafka)) {
            for (Map.Entry<TopicPartition, Long> each : from.entrySet()) {
                Growth growth = growth(consumer, each.getKey(), each.getValue());
                written += growth.written();
                kept += growth.kept();
            }
        }
        return new Growth(written, kept);
    }

    private Growth growth(KafkaConsumer<byte[], byte[]> consumer, TopicPartition partition, long start)
            throws IOException {
        long end =
                Objects.requireNonNull(consumer.endOffsets(List.of(partition)).get(partition));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Map<ByteBuffer, Integer> latest = new HashMap<>();
        long written = 0;
        consumer.assign(List.of(partition));
        consumer.seek(partition, start);
        while (consumer.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                int bytes = record.key().length + (record.value() == null ? 0 : record.value().length);
                written += bytes;
                latest.put(ByteBuffer.wrap(record.key()), record.value() == null ? 0 : bytes);
            }
            if (System.nanoTime() > deadline) {
                throw new IOException(partition + " could not be read");
            }
        }
        return new Growth(written, latest.values().stream().collect(Collectors.summingLong(Integer::longValue)));
    }

    private static KafkaConsumer<byte[], byte[]> consumer(KafkaSettings kafka) {
        return new KafkaConsumer<>(kafka.properties(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
