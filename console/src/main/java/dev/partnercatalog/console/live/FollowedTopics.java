package dev.partnercatalog.console.live;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads small topics from their beginning on, in a thread of its own, until it is closed: tables whole, messages from a
 * bounded number before their ends. Brokers that are away, and topics that aren't there yet, are waited for; then all is
 * read anew. Thread-safe.
 */
final class FollowedTopics implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FollowedTopics.class);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final long LATEST_MESSAGES = 2_000;

    /** Hears of each record of a topic, in the reader's thread. */
    interface Receiver {

        /**
         * What was received so far is forgotten: reading begins.
         *
         * @param partitions that the topic has
         */
        void begin(int partitions);

        /** Told of one record, which has a key. */
        void accept(ConsumerRecord<String, byte[]> record);
    }

    private final Brokers brokers;
    private final Map<CatalogTopic, Receiver> receivers;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "console-tables");
    private volatile @Nullable String fault = "reading has just begun";

    private FollowedTopics(Brokers brokers, Map<CatalogTopic, Receiver> receivers) {
        this.brokers = brokers;
        this.receivers = Map.copyOf(receivers);
        thread.setDaemon(true);
    }

    static FollowedTopics start(Brokers brokers, Map<CatalogTopic, Receiver> receivers) {
        FollowedTopics followed = new FollowedTopics(brokers, receivers);
        followed.thread.start();
        return followed;
    }

    /** Why what was received may not be all there is, in words; null where it is. */
    @Nullable
    String fault() {
        return fault;
    }

    private void run() {
        while (closing.getCount() > 0) {
            try (Consumer<String, byte[]> consumer = brokers.consumer()) {
                follow(consumer);
            } catch (KafkaException | OperatorFault | RegistryUnavailableException e) {
                fault = String.valueOf(e.getMessage());
                LOG.debug("the topics can't be followed now", e);
            }
            if (isClosingWithin(PAUSE)) {
                return;
            }
        }
    }

    private void follow(Consumer<String, byte[]> consumer) {
        Map<String, Receiver> byName = new HashMap<>();
        Map<Receiver, Integer> partitions = new HashMap<>();
        List<TopicPartition> tables = new ArrayList<>();
        List<TopicPartition> messages = new ArrayList<>();
        receivers.forEach((topic, receiver) -> {
            String name = brokers.nameOf(topic);
            byName.put(name, receiver);
            int count = brokers.partitionsOf(name);
            partitions.put(receiver, count);
            IntStream.range(0, count)
                    .mapToObj(partition -> new TopicPartition(name, partition))
                    .forEach((topic.isCompacted() ? tables : messages)::add);
        });
        List<TopicPartition> all = new ArrayList<>(tables);
        all.addAll(messages);
        partitions.forEach(Receiver::begin);
        consumer.assign(all);
        consumer.seekToBeginning(tables);
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(messages);
        Map<TopicPartition, Long> ends = consumer.endOffsets(all);
        messages.forEach(partition -> consumer.seek(
                partition,
                Math.max(begins.getOrDefault(partition, 0L), ends.getOrDefault(partition, 0L) - LATEST_MESSAGES)));
        while (closing.getCount() > 0) {
            for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                Receiver receiver = byName.get(record.topic());
                if (receiver != null && record.key() != null) {
                    receiver.accept(record);
                }
            }
            if (fault != null
                    && ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
                fault = null;
            }
        }
    }

    private boolean isClosingWithin(Duration time) {
        try {
            return closing.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            thread.join(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
