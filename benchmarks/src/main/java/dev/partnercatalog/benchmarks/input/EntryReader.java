package dev.partnercatalog.benchmarks.input;

import dev.partnercatalog.runtime.KafkaSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what is committed to topics, from their ends on. Use by one thread at a time. */
public final class EntryReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final KafkaConsumer<byte[], byte[]> consumer;

    /** @param topics existing topics, with as many partitions as ours have */
    public EntryReader(KafkaSettings kafka, List<String> topics) {
        Properties properties = kafka.properties();
        properties.put("isolation.level", "read_committed");
        properties.put("fetch.max.wait.ms", "100");
        properties.put("max.poll.records", "5000");
        consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        // By number: a broker may not know a topic that was just created, and the position below is waited for.
        List<TopicPartition> partitions = topics.stream()
                .flatMap(topic -> IntStream.range(0, kafka.topics().partitions())
                        .mapToObj(partition -> new TopicPartition(topic, partition)))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        // The consumer looks its position up on request. A later request would skip records.
        partitions.forEach(consumer::position);
    }

    /** Reads until everything has arrived; throws {@link IOException} if it doesn't. */
    public void await(AwaitedRecords arrivals) throws IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!arrivals.isComplete()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                arrivals.take(record);
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("did not arrive: " + arrivals.missing());
            }
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
