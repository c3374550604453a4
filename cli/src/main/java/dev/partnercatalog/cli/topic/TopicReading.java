package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads partitions from their beginnings to their present ends, and then follows them. Not thread-safe. */
public final class TopicReading {

    /** The longest time without a single record. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(60);

    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<String, byte[]> consumer;
    private final Map<TopicPartition, TopicReceiver> receivers;
    private final Map<TopicPartition, Long> ends;

    /** @param consumer a consumer without a group; its previous assignment is dropped */
    TopicReading(Consumer<String, byte[]> consumer, Map<TopicPartition, TopicReceiver> receivers) {
        this.consumer = consumer;
        this.receivers = Map.copyOf(receivers);
        consumer.assign(receivers.keySet());
        Map<TopicPartition, Long> begins = consumer.beginningOffsets(receivers.keySet());
        ends = consumer.endOffsets(receivers.keySet());
        receivers.forEach((partition, receiver) -> consumer.seek(
                partition,
                Math.max(begins.getOrDefault(partition, 0L), ends.getOrDefault(partition, 0L) - receiver.latest())));
    }

    /** Begins a receiver, and passes on a whole topic; otherwise like the next method. */
    public static void toEnds(Consumer<String, byte[]> consumer, String topic, int partitions, TopicReceiver receiver) {
        receiver.begin(partitions);
        Set<Integer> all = IntStream.range(0, partitions).boxed().collect(Collectors.toSet());
        toEnds(consumer, topic, all, receiver);
    }

    /**
     * Reads partitions of a topic up to their present ends.
     *
     * @param consumer a consumer without a group; its previous assignment is dropped
     * @throws OperatorFault if nothing arrives for a minute, or the brokers refuse
     */
    public static void toEnds(
            Consumer<String, byte[]> consumer, String topic, Set<Integer> partitions, TopicReceiver receiver) {
        try {
            new TopicReading(
                            consumer,
                            partitions.stream()
                                    .collect(Collectors.toMap(
                                            partition -> new TopicPartition(topic, partition), any -> receiver)))
                    .toEnds(topic);
        } catch (KafkaException e) {
            throw new OperatorFault("topic " + topic + " can't be read: " + FaultWords.of(e), e);
        }
    }

    private void toEnds(String topic) {
        long before = -1;
        long since = System.nanoTime();
        while (!isAtEnds()) {
            long position = position();
            if (position != before) {
                before = position;
                since = System.nanoTime();
            } else if (System.nanoTime() - since > READ_TIMEOUT.toNanos()) {
                throw new OperatorFault("nothing arrived from topic " + topic + " for " + READ_TIMEOUT.toSeconds()
                        + " s, and it hasn't been read to its end");
            }
            poll();
        }
    }

    /** Whether everything is read that existed when reading began. */
    boolean isAtEnds() {
        return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
    }

    /** Passes on what has arrived, or waits a moment for it. */
    void poll() {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
            TopicReceiver receiver = receivers.get(new TopicPartition(record.topic(), record.partition()));
            if (receiver != null && (record.key() != null || receiver.takesKeyless())) {
                receiver.accept(record);
            }
        }
    }

    private long position() {
        return receivers.keySet().stream().mapToLong(consumer::position).sum();
    }
}
