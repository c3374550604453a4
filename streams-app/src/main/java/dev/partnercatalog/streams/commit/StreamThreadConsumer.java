package dev.partnercatalog.streams.commit;

import dev.partnercatalog.streams.partition.InputIdentities;
import dev.partnercatalog.streams.partition.NewPartitions;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A stream thread's consumer. The thread polls when it has processed everything it had. Partitions that must not be
 * read yet are paused, whatever the thread does: it pauses and resumes partitions too.
 */
final class StreamThreadConsumer extends KafkaConsumer<byte[], byte[]> {

    /** So many records are more than a thread works off between two commits. */
    private static final long BEHIND = 500;

    private final PollLimit pollLimit;
    private final Supplier<UncommittedWork> ofThread;
    private final InputIdentities inputs;
    private final NewPartitions newPartitions;
    private final Set<TopicPartition> pausedByThread = new HashSet<>();

    /** @param postponed receives how many records are in each partition that must not be read yet */
    StreamThreadConsumer(
            Map<String, Object> properties,
            PollLimit pollLimit,
            Supplier<UncommittedWork> ofThread,
            InputIdentities inputs,
            Map<TopicPartition, Long> postponed) {
        super(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.pollLimit = pollLimit;
        this.ofThread = ofThread;
        this.inputs = inputs;
        this.newPartitions = new NewPartitions(inputs, this, () -> reader(properties), postponed, System::nanoTime);
    }

    private static Consumer<byte[], byte[]> reader(Map<String, Object> ofGroup) {
        Map<String, Object> properties = new HashMap<>(ofGroup);
        properties.remove(ConsumerConfig.GROUP_ID_CONFIG);
        properties.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, RangeAssignor.class.getName());
        properties.compute(ConsumerConfig.CLIENT_ID_CONFIG, (key, id) -> id + "-new-partitions");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        UncommittedWork work = ofThread.get();
        pollLimit.end();
        super.resume(newPartitions.release().stream()
                .filter(partition -> !pausedByThread.contains(partition))
                .toList());
        ConsumerRecords<byte[], byte[]> records = super.poll(work.patience(timeout));
        work.polled(!records.isEmpty(), this::isBehind);
        return pollLimit.begin(this, records);
    }

    /** Each of many partitions may have few records. */
    private boolean isBehind() {
        return assignment().stream()
                        .mapToLong(partition -> currentLag(partition).orElse(0))
                        .sum()
                > BEHIND;
    }

    @Override
    public void subscribe(Collection<String> topics, ConsumerRebalanceListener listener) {
        super.subscribe(topics, new ConsumerRebalanceListener() {
            @Override
            public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
                List<TopicPartition> held = newPartitions.assigned(partitions);
                listener.onPartitionsAssigned(partitions);
                StreamThreadConsumer.super.pause(held);
            }

            @Override
            public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
                left(partitions);
                listener.onPartitionsRevoked(partitions);
            }

            @Override
            public void onPartitionsLost(Collection<TopicPartition> partitions) {
                left(partitions);
                listener.onPartitionsLost(partitions);
            }
        });
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        return inputs.current(super.committed(partitions));
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions, Duration timeout) {
        return inputs.current(super.committed(partitions, timeout));
    }

    private void left(Collection<TopicPartition> partitions) {
        newPartitions.revoked(partitions);
        partitions.forEach(pausedByThread::remove);
    }

    @Override
    public void pause(Collection<TopicPartition> partitions) {
        pausedByThread.addAll(partitions);
        super.pause(partitions);
    }

    @Override
    public void resume(Collection<TopicPartition> partitions) {
        partitions.forEach(pausedByThread::remove);
        super.resume(partitions.stream()
                .filter(partition -> !newPartitions.isHeld(partition))
                .toList());
    }

    @Override
    public void close() {
        newPartitions.close();
        super.close();
    }

    @Override
    public void close(CloseOptions options) {
        newPartitions.close();
        super.close(options);
    }
}
