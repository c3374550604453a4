package dev.partnercatalog.streams;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * The positions of a group, from the brokers.
 *
 * @param group its id
 */
record InputPositions(KafkaSettings kafka, String group) implements InputTopics.Reading {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(200);

    @Override
    public boolean hasBegun(String topic, int partitions) {
        return ask(
                topic,
                "read_committed",
                consumer -> consumer.committed(first(topic, partitions)).values().stream()
                        .anyMatch(Objects::nonNull));
    }

    @Override
    public boolean hasUnread(String topic, int partitions) {
        Map<TopicPartition, Long> all =
                ask(topic, "read_uncommitted", consumer -> consumer.endOffsets(first(topic, partitions)));
        return ask(topic, "read_committed", consumer -> {
            Map<TopicPartition, Long> ends = consumer.endOffsets(first(topic, partitions));
            // What an open transaction hides is unread too.
            return !ends.equals(all) || hasRecords(consumer, ends);
        });
    }

    /** The last offsets may be those of transaction markers, which are never committed. */
    private static boolean hasRecords(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, @Nullable OffsetAndMetadata> committed = new HashMap<>(consumer.committed(ends.keySet()));
        consumer.assign(ends.keySet());
        consumer.seekToBeginning(ends.keySet());
        committed.forEach((partition, at) -> {
            if (at != null) {
                consumer.seek(partition, at.offset());
            }
        });
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            // If they can't be read, nobody knows.
            if (!consumer.poll(POLL).isEmpty() || System.nanoTime() - deadline > 0) {
                return true;
            }
        }
        return false;
    }

    private static Set<TopicPartition> first(String topic, int partitions) {
        return IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(topic, number))
                .collect(Collectors.toUnmodifiableSet());
    }

    private <T> T ask(String topic, String isolation, Function<Consumer<byte[], byte[]>, T> question) {
        Properties properties = kafka.properties();
        properties.put("group.id", group);
        properties.put("enable.auto.commit", "false");
        properties.put("auto.offset.reset", "earliest");
        properties.put("isolation.level", isolation);
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            return question.apply(consumer);
        } catch (KafkaException e) {
            throw new BrokerUnavailableException(
                    "it isn't known what the resolvers have read of " + topic + ": " + FaultWords.of(e), e);
        }
    }
}
