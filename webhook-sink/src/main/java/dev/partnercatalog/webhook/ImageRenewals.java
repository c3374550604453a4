package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.fetch.BoundedConsumers;
import dev.partnercatalog.runtime.store.TimeAway;
import dev.partnercatalog.runtime.store.WholeTimes;
import dev.partnercatalog.webhook.state.SinkState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks of a process whose images are being rebuilt. Only a few of them read at a time, so that their consumers
 * take a bounded amount of memory. Thread-safe.
 */
final class ImageRenewals {

    private static final Logger LOG = LoggerFactory.getLogger(ImageRenewals.class);
    private static final int AT_ONCE = 2;
    private static final int FETCH_BYTES = 1 << 20;

    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final LongSupplier clock;
    private final InstantSource time;
    private final Duration deletionsKept;
    private final WholeTimes inputs;
    private final Semaphore places = new Semaphore(AT_ONCE);
    private final AtomicInteger left = new AtomicInteger();

    /**
     * @param consumers create consumers of committed records, in the sinks' group so that they can look up its offsets;
     *     they commit nothing
     * @param deletionsKept for how long deletions can be read in the sinks' sources
     * @param inputs when the sinks' group had read everything in each partition of them
     */
    ImageRenewals(
            Supplier<Consumer<byte[], byte[]>> consumers,
            LongSupplier clock,
            InstantSource time,
            Duration deletionsKept,
            WholeTimes inputs) {
        this.consumers = consumers;
        this.clock = clock;
        this.time = time;
        this.deletionsKept = deletionsKept;
        this.inputs = inputs;
    }

    static ImageRenewals of(KafkaSettings kafka, Duration deletionsKept, WholeTimes inputs) {
        Properties properties = kafka.properties();
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, kafka.applicationId(WebhookSink.NAME));
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, kafka.applicationId(WebhookSink.NAME) + "-images");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        return new ImageRenewals(
                () -> BoundedConsumers.bounded(
                        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())),
                System::nanoTime,
                InstantSource.system(),
                deletionsKept,
                inputs);
    }

    /**
     * Has the catalog in a task's store read anew if the sinks were away for so long that deletions may have been missed
     * (D38). To be called before anything else is done with the store.
     */
    void judge(SinkState state, int partition) {
        Instant now = now();
        if (state.age().isNew()) {
            // Whatever will be in it was read after this moment.
            state.age().putWhole(now);
            return;
        }
        TimeAway away = new TimeAway(state.age().whole(), now, deletionsKept);
        if (away.isTooLong()) {
            LOG.warn(
                    "the store of partition {} {}: listings and images are read anew, and partners get what differs",
                    partition,
                    away);
            state.age().distrust(now);
        }
    }

    /** When the sinks' group had read everything in both partitions; null if that isn't known. */
    @Nullable
    Instant whole(TopicPartition entries, TopicPartition listings) {
        Instant one = inputs.of(entries.topic(), entries.partition());
        Instant other = inputs.of(listings.topic(), listings.partition());
        if (one == null || other == null) {
            return null;
        }
        return one.isBefore(other) ? one : other;
    }

    Instant now() {
        return time.instant();
    }

    long nanoTime() {
        return clock.getAsLong();
    }

    /** Whether no renewal is left, so that every task may use its images. */
    boolean areNone() {
        return left.get() == 0;
    }

    void added() {
        left.incrementAndGet();
    }

    void removed() {
        left.decrementAndGet();
    }

    /**
     * Returns a consumer for one task, to be given back to {@link #ended}; null if other renewals have to finish first.
     */
    @Nullable
    Consumer<byte[], byte[]> tryBegin() {
        if (!places.tryAcquire()) {
            return null;
        }
        try {
            return consumers.get();
        } catch (RuntimeException e) {
            places.release();
            throw e;
        }
    }

    void ended(Consumer<byte[], byte[]> consumer) {
        places.release();
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
}
