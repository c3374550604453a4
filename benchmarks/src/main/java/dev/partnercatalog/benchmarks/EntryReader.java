package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.KafkaSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what is committed to topics, from their ends on, on a thread of its own. */
final class EntryReader implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final ExecutorService reading = Executors.newSingleThreadExecutor();

    /** @param topics existing topics, with as many partitions as ours have */
    EntryReader(KafkaSettings kafka, List<String> topics) {
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

    /** Starts to read until everything has arrived; what it returns fails with an {@link IOException} if it doesn't. */
    Future<?> await(AwaitedRecords records) {
        return reading.submit(() -> {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!records.missing().isEmpty()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    records.take(record);
                }
                if (System.nanoTime() > deadline) {
                    throw new IOException("did not arrive: " + records.missing());
                }
            }
            return null;
        });
    }

    @Override
    public void close() throws IOException {
        reading.shutdownNow();
        try {
            // A consumer can't be closed while another thread reads.
            if (!reading.awaitTermination(20, TimeUnit.SECONDS)) {
                throw new IOException("a reader does not stop");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        consumer.close();
    }
}
