package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * An application between its own input topics and its own topics of entries, with their writer, and with a reader of what
 * is committed.
 */
final class Pipeline implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final JavaProcess application;
    private final TopicWriter inputs;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final ExecutorService reading = Executors.newSingleThreadExecutor();
    private final AtomicLong bytes = new AtomicLong();

    /** What a reader waits for. Not thread-safe. */
    interface Awaited {

        /** Adds the next record, in the order of its partition. */
        void take(ConsumerRecord<byte[], byte[]> record);

        /** What is missing, for people; empty once everything has arrived. */
        String missing();
    }

    /** A number of records, whatever they contain. */
    static Awaited counted(long expected) {
        AtomicLong count = new AtomicLong();
        return new Awaited() {
            @Override
            public void take(ConsumerRecord<byte[], byte[]> record) {
                count.incrementAndGet();
            }

            @Override
            public String missing() {
                return count.get() >= expected ? "" : count + " of " + expected + " records";
            }
        };
    }

    /** For each of the events a record that shows it. */
    static Awaited showing(Stream<ChangingCatalog.Event> events) {
        Map<String, List<String>> missing = new HashMap<>();
        events.forEach(event -> missing.computeIfAbsent(event.shownAt(), any -> new ArrayList<>())
                .add(event.shown()));
        return new Awaited() {
            @Override
            public void take(ConsumerRecord<byte[], byte[]> record) {
                String key = new String(record.key(), StandardCharsets.UTF_8);
                List<String> texts = missing.get(key);
                if (texts != null && record.value() != null) {
                    String value = new String(record.value(), StandardCharsets.ISO_8859_1);
                    texts.removeIf(value::contains);
                    if (texts.isEmpty()) {
                        missing.remove(key);
                    }
                }
            }

            @Override
            public String missing() {
                return missing.isEmpty()
                        ? ""
                        : missing.size() + " records, such as "
                                + missing.entrySet().stream().limit(3).toList();
            }
        };
    }

    /**
     * How long something took.
     *
     * @param cpuSeconds processor time of the application alone
     */
    record Timing(double seconds, double cpuSeconds) {}

    /**
     * Connects to the topics with the settings' prefix, which must exist.
     *
     * @param application ended when this is closed, as is the writer
     */
    Pipeline(JavaProcess application, TopicWriter inputs, KafkaSettings kafka) {
        this.application = application;
        this.inputs = inputs;
        Properties properties = kafka.properties();
        properties.put("isolation.level", "read_committed");
        properties.put("fetch.max.wait.ms", "100");
        properties.put("max.poll.records", "5000");
        this.consumer = new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        // By number: a broker may not know a topic that was just created, and the position below is waited for.
        List<TopicPartition> partitions = Stream.of(
                        CatalogTopic.RESOLVED_VARIANTS, CatalogTopic.COMPANY_VARIANTS, CatalogTopic.SKU_BARCODES)
                .map(topic -> topic.name(kafka.topics().prefix()))
                .flatMap(topic -> IntStream.range(0, kafka.topics().partitions())
                        .mapToObj(partition -> new TopicPartition(topic, partition)))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        // The consumer looks its position up on request. A later request would skip records.
        partitions.forEach(consumer::position);
    }

    JavaProcess application() {
        return application;
    }

    TopicWriter inputs() {
        return inputs;
    }

    /** The bytes of all records that were read, keys and values. */
    long bytes() {
        return bytes.get();
    }

    /** The time from publishing the first event to the last arrival. */
    Timing time(Stream<ChangingCatalog.Event> events, Awaited arrivals) throws Exception {
        List<ProducerRecord<String, byte[]>> records =
                events.map(inputs::encode).toList();
        Future<?> arrived = await(arrivals);
        long cpu = application.cpuNanos();
        long start = System.nanoTime();
        records.forEach(inputs::put);
        inputs.flush();
        arrived.get();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Timing(seconds, (application.cpuNanos() - cpu) / 1e9);
    }

    /** Starts to read until everything has arrived; what it returns fails with an {@link IOException} if it doesn't. */
    Future<?> await(Awaited records) {
        return reading.submit(() -> {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!records.missing().isEmpty()) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    bytes.addAndGet(record.serializedKeySize() + Math.max(0, record.serializedValueSize()));
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
        try (application;
                inputs) {
            reading.shutdownNow();
            // A consumer can't be closed while another thread reads.
            if (!reading.awaitTermination(20, TimeUnit.SECONDS)) {
                throw new IOException("a reader does not stop");
            }
            consumer.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
