package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.KafkaSettings;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Consumers with which the tasks of a process read their topics beside their own reading. Only a few of them read at a
 * time, so that these take a bounded amount of memory. Thread-safe.
 */
final class TopicReaders {

    private static final int AT_ONCE = 2;
    private static final int FETCH_BYTES = 1 << 20;

    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final LongSupplier clock;
    private final Semaphore places = new Semaphore(AT_ONCE);

    /**
     * @param consumers create consumers of committed records, in no group
     * @param clock as {@link System#nanoTime}
     */
    TopicReaders(Supplier<Consumer<byte[], byte[]>> consumers, LongSupplier clock) {
        this.consumers = consumers;
        this.clock = clock;
    }

    static TopicReaders of(KafkaSettings kafka) {
        Properties properties = kafka.properties();
        properties.put(ConsumerConfig.CLIENT_ID_CONFIG, kafka.applicationId(WebhookSink.NAME) + "-leftovers");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        properties.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
        return new TopicReaders(
                () -> new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                System::nanoTime);
    }

    long nanoTime() {
        return clock.getAsLong();
    }

    /** Returns a consumer for one task, to be given back to {@link #ended}; null if others have to finish first. */
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
