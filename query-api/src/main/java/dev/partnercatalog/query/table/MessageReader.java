package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads every message of a topic from a starting point on, in its own thread, until it is closed. If brokers are
 * unavailable, it waits for them: its positions are kept here. Thread-safe.
 */
public final class MessageReader<T extends SpecificRecord> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MessageReader.class);
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(3);

    private final Consumer<String, byte[]> consumer;
    private final OwnRecords<T> records;
    private final UnreadableRecords unreadable;
    private final List<TopicPartition> partitions;
    private final StartingPoint start;
    private final java.util.function.Consumer<T> receiver;
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean ready;
    private Map<TopicPartition, Long> ends = Map.of();
    private volatile boolean current;

    /**
     * A reader that isn't reading yet.
     *
     * @param unreadable receives messages that can't be read; requests that wait for one eventually time out
     * @param start where to begin, determined when the brokers are first reached
     * @param receiver receives each message, in the reader's thread
     */
    public MessageReader(
            KafkaSettings kafka,
            OwnRecords<T> records,
            UnreadableRecords unreadable,
            StartingPoint start,
            java.util.function.Consumer<T> receiver) {
        this(
                consumer(kafka),
                partitions(
                        records.topic().name(kafka.topics().prefix()),
                        kafka.topics().partitions()),
                records,
                unreadable,
                start,
                receiver);
    }

    MessageReader(
            Consumer<String, byte[]> consumer,
            List<TopicPartition> partitions,
            OwnRecords<T> records,
            UnreadableRecords unreadable,
            StartingPoint start,
            java.util.function.Consumer<T> receiver) {
        this.consumer = consumer;
        this.partitions = partitions;
        this.records = records;
        this.unreadable = unreadable;
        this.start = start;
        this.receiver = receiver;
        unreadable.watchMessages(records.topic());
        this.thread = new Thread(this::run, partitions.get(0).topic() + "-reader");
        thread.setDaemon(true);
    }

    /** The messages of one of our topics. */
    public static <T extends SpecificRecord> OwnRecords<T> records(
            KafkaSettings kafka, CatalogTopic topic, Class<T> type, SchemaRegistry registry) {
        return new OwnRecords<>(
                topic, type, registry, kafka.topics().prefix(), kafka.topics().partitions());
    }

    private static Consumer<String, byte[]> consumer(KafkaSettings kafka) {
        Properties properties = kafka.properties();
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        // If a topic has lost the next messages, nothing is read twice.
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        return new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer());
    }

    private static List<TopicPartition> partitions(String topic, int count) {
        return IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
    }

    public void start() {
        thread.start();
    }

    /** Whether every message that is written from now on will be read. */
    public boolean isReady() {
        return ready;
    }

    /** Whether every message that the topic had when this began has been received. */
    public boolean isCurrent() {
        return current;
    }

    private void run() {
        try (consumer) {
            while (closed.getCount() > 0) {
                step();
            }
        } catch (WakeupException e) {
            LOG.debug("{} is no longer read", partitions.get(0).topic());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void step() throws InterruptedException {
        try {
            if (!ready) {
                consumer.assign(partitions);
                start.seek(consumer);
                ends = consumer.endOffsets(partitions);
                ready = true;
            }
            for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                receive(record);
            }
            current = current
                    || ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
        } catch (WakeupException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.warn("{} can't be read now", partitions.get(0).topic(), e);
            closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Waits while the registry is unavailable, until this is closed: nothing is wrong with the message. */
    private void receive(ConsumerRecord<String, byte[]> record) throws InterruptedException {
        boolean reported = false;
        while (closed.getCount() > 0) {
            try {
                if (record.value() != null) {
                    receiver.accept(records.value(String.valueOf(record.key()), record.value()));
                }
                return;
            } catch (UnreadableRecordException e) {
                unreadable.passedOver(new UnreadableRecord(
                        records.topic(),
                        record.partition(),
                        record.offset(),
                        record.key() == null ? null : record.key().getBytes(StandardCharsets.UTF_8),
                        String.valueOf(e.getMessage())));
                return;
            } catch (RegistryUnavailableException e) {
                if (!reported) {
                    LOG.warn("waiting for the registry to continue with {}: {}", record.topic(), e.getMessage());
                    reported = true;
                }
                closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    @Override
    public void close() {
        closed.countDown();
        if (thread.getState() == Thread.State.NEW) {
            consumer.close();
            return;
        }
        consumer.wakeup();
        try {
            thread.join(CLOSE_TIMEOUT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The point from which a topic of messages is read. */
    @FunctionalInterface
    public interface StartingPoint {

        /** Moves a consumer there in all of its partitions. */
        void seek(Consumer<?, ?> consumer);

        /** After the current last message. */
        static StartingPoint now() {
            return consumer -> consumer.endOffsets(consumer.assignment()).forEach(consumer::seek);
        }

        /** At the first message that is no older than this; partitions without one, at their end. */
        static StartingPoint ago(Duration age, Clock clock) {
            return consumer -> {
                now().seek(consumer);
                long from = clock.instant().minus(age).toEpochMilli();
                Map<TopicPartition, Long> times = consumer.assignment().stream()
                        .collect(Collectors.toMap(partition -> partition, partition -> from));
                consumer.offsetsForTimes(times).forEach((partition, found) -> {
                    if (found != null) {
                        consumer.seek(partition, found.offset());
                    }
                });
            };
        }
    }
}
