package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializers;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/** A catalog's topics without brokers; what is written, any consumer finds. */
public final class TopicsInMemory implements AutoCloseable {

    public static final int PARTITIONS = 4;

    private static final KafkaSettings KAFKA =
            new KafkaSettings("memory", new TopicSettings("catalog.", PARTITIONS, (short) 1), Map.of());

    private final RegistryDouble server = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(server.url(), Duration.ofSeconds(5));
    private final RecordSerializers serializers = new RecordSerializers(registry);
    private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> log = new ConcurrentHashMap<>();
    private java.util.function.Consumer<ProducerRecord<byte[], byte[]>> sent = record -> {};
    private volatile @Nullable KafkaException fault;

    public SchemaRegistry registry() {
        return registry;
    }

    public KafkaSettings kafka() {
        return KAFKA;
    }

    public Brokers brokers() {
        return brokers(this::producer);
    }

    /** A producer that writes to these topics. */
    public Producer<byte[], byte[]> producer() {
        return new LogProducer();
    }

    /** Brokers to which another producer sends. */
    public Brokers brokers(Supplier<Producer<byte[], byte[]>> producers) {
        return new Brokers(KAFKA, LogConsumer::new, producers);
    }

    public OpenTopics open() {
        return new OpenTopics(brokers(), registry);
    }

    /** Runs a command on these topics. */
    public CommandRun run(Object command, String... arguments) {
        return CommandRun.of(command, new ConnectionOptions(kafka -> brokers()), withRegistry(arguments));
    }

    /** Runs a command on these topics that sends to another producer. */
    public CommandRun run(Object command, Supplier<Producer<byte[], byte[]>> producers, String... arguments) {
        return CommandRun.of(command, new ConnectionOptions(kafka -> brokers(producers)), withRegistry(arguments));
    }

    /** Arguments that also lead to this registry. */
    public String[] withRegistry(String... arguments) {
        String[] all = Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = "--registry=" + server.url();
        return all;
    }

    /** Tells what the producers send. */
    public void onSend(java.util.function.Consumer<ProducerRecord<byte[], byte[]>> action) {
        sent = action;
    }

    /** The next consumer that looks for records fails. */
    public void failOnce(KafkaException thrown) {
        fault = thrown;
    }

    /** Writes a record to a topic that is partitioned by its whole key. */
    public <T extends SpecificRecord> void write(CatalogTopic topic, String key, T value) {
        write(topic, Partitioning.byKey(key, PARTITIONS), key, value);
    }

    public <T extends SpecificRecord> void write(CatalogTopic topic, int partition, String key, T value) {
        write(topic.name("catalog."), partition, key, serializers.serialize("catalog.", topic, value));
    }

    /** Writes something that is not a valid record of the topic. */
    public void spoil(CatalogTopic topic, String key) {
        write(topic.name("catalog."), Partitioning.byKey(key, PARTITIONS), key, new byte[] {9});
    }

    /** Writes a record, later by a millisecond than the one written before it; a null value is a tombstone. */
    public void write(String topic, int partition, String key, byte @Nullable [] value) {
        write(topic, partition, key, value, new RecordHeaders());
    }

    /** The same, with headers. */
    public void write(String topic, int partition, String key, byte @Nullable [] value, Headers headers) {
        append(topic, partition, key.getBytes(StandardCharsets.UTF_8), value, headers);
    }

    private synchronized void append(
            String topic, int partition, byte[] key, byte @Nullable [] value, Headers headers) {
        long before = log.values().stream().mapToLong(List::size).sum();
        List<ConsumerRecord<byte[], byte[]>> records = records(new TopicPartition(topic, partition));
        records.add(new ConsumerRecord<>(
                topic,
                partition,
                records.size(),
                before,
                TimestampType.CREATE_TIME,
                key.length,
                value == null ? 0 : value.length,
                key,
                value,
                headers,
                Optional.empty()));
    }

    private List<ConsumerRecord<byte[], byte[]>> records(TopicPartition partition) {
        return log.computeIfAbsent(partition, any -> new CopyOnWriteArrayList<>());
    }

    @Override
    public void close() {
        server.close();
    }

    private final class LogConsumer extends MockConsumer<byte[], byte[]> {

        LogConsumer() {
            super("none");
        }

        @Override
        public synchronized List<PartitionInfo> partitionsFor(String topic) {
            return IntStream.range(0, PARTITIONS)
                    .mapToObj(partition -> new PartitionInfo(topic, partition, null, null, null))
                    .toList();
        }

        @Override
        public synchronized List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
            return partitionsFor(topic);
        }

        @Override
        public synchronized Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
            return partitions.stream().collect(Collectors.toMap(partition -> partition, any -> 0L));
        }

        @Override
        public synchronized Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
            return partitions.stream().collect(Collectors.toMap(partition -> partition, partition ->
                    (long) records(partition).size()));
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            KafkaException thrown = fault;
            fault = null;
            if (thrown != null) {
                throw thrown;
            }
            Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> found = new HashMap<>();
            for (TopicPartition partition : assignment()) {
                List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(records(partition));
                found.put(partition, records.subList((int) position(partition), records.size()));
                seek(partition, records.size());
            }
            return new ConsumerRecords<>(found, Map.of());
        }
    }

    private final class LogProducer extends MockProducer<byte[], byte[]> {

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
            append(record.topic(), record.partition(), record.key(), record.value(), new RecordHeaders());
            sent.accept(record);
            return CompletableFuture.completedFuture(
                    new RecordMetadata(new TopicPartition(record.topic(), record.partition()), 0, 0, 0, 0, 0));
        }
    }
}
