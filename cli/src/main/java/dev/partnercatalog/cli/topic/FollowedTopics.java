package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Small topics that are read on a separate thread until this is closed. If the brokers are unavailable, or a topic
 * doesn't exist yet, it waits; then everything is read from the beginning. Thread-safe.
 */
public final class FollowedTopics implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FollowedTopics.class);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final ToIntBiFunction<String, Consumer<?, ?>> partitions;
    private final Supplier<? extends Consumer<String, byte[]>> consumers;
    private final Map<String, TopicReceiver> receivers;
    private final PeriodicTask task = new PeriodicTask("followed-topics", PAUSE, this::run);
    private volatile @Nullable String fault = "reading has just begun";

    /**
     * Starts reading.
     *
     * @param partitions returns the number of partitions of a topic, using a consumer; throws {@link OperatorFault}
     *     while it isn't known
     * @param receivers by the full names of their topics
     */
    FollowedTopics(
            ToIntBiFunction<String, Consumer<?, ?>> partitions,
            Supplier<? extends Consumer<String, byte[]>> consumers,
            Map<String, TopicReceiver> receivers) {
        this.partitions = partitions;
        this.consumers = consumers;
        this.receivers = Map.copyOf(receivers);
        task.start();
        task.soon();
    }

    /** Why the received records may be incomplete, as text; null if they are complete. */
    public @Nullable String fault() {
        return fault;
    }

    private void run() {
        try (Consumer<String, byte[]> consumer = consumers.get()) {
            follow(consumer);
        } catch (KafkaException | OperatorFault | RegistryUnavailableException e) {
            fault = String.valueOf(e.getMessage());
            LOG.debug("the topics can't be followed now", e);
        }
    }

    private void follow(Consumer<String, byte[]> consumer) {
        Map<TopicPartition, TopicReceiver> byPartition = new HashMap<>();
        Map<TopicReceiver, Integer> counts = new HashMap<>();
        receivers.forEach((topic, receiver) -> {
            int count = partitions.applyAsInt(topic, consumer);
            counts.put(receiver, count);
            for (int partition = 0; partition < count; partition++) {
                byPartition.put(new TopicPartition(topic, partition), receiver);
            }
        });
        counts.forEach(TopicReceiver::begin);
        TopicReading reading = new TopicReading(consumer, byPartition);
        while (!Thread.currentThread().isInterrupted()) {
            reading.poll();
            if (fault != null && reading.isAtEnds()) {
                fault = null;
            }
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
