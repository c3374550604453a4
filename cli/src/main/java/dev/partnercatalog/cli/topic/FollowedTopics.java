package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Small topics that are read on a separate thread until this is closed. If the brokers are unavailable, or a topic
 * doesn't exist yet, it waits; then everything is read from the beginning. Thread-safe.
 */
public final class FollowedTopics implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FollowedTopics.class);
    private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final Supplier<OpenTopics> opening;
    private final Map<CatalogTopic, TopicReceiver> receivers;
    private final PeriodicTask task = new PeriodicTask("followed-topics", PAUSE_AFTER_FAULT, this::run);
    private volatile @Nullable String fault = "reading has just begun";

    /** Starts reading. */
    public FollowedTopics(Supplier<OpenTopics> opening, Map<CatalogTopic, TopicReceiver> receivers) {
        this.opening = opening;
        this.receivers = Map.copyOf(receivers);
        task.start();
        task.soon();
    }

    /** Why the received records may be incomplete, as text; null if they are complete. */
    public @Nullable String fault() {
        return fault;
    }

    private void run() {
        try (OpenTopics topics = opening.get()) {
            List<TopicReading> readings = new ArrayList<>();
            receivers.forEach((topic, receiver) -> readings.add(topics.reading(topic, receiver)));
            while (!Thread.currentThread().isInterrupted()) {
                readings.forEach(TopicReading::advance);
                fault = null;
                Brokers.pause(PAUSE);
            }
        } catch (KafkaException | OperatorFault | BrokerUnavailableException | RegistryUnavailableException e) {
            fault = String.valueOf(e.getMessage());
            LOG.debug("the topics can't be followed now", e);
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
